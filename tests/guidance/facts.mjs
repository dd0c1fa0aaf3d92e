// Facts of the catalogue, what each is changed to, and which pages say something that is false then.
//
// An edit is [file, record, line, line instead]; null takes the line away. Where one fact stands in several places, all of
// them change, for the catalogue contradicts itself otherwise and no page is looked at. `now` holds the changed fields as
// assertions write them, null for "not published": a sentence that asserts something else must be named, each by itself.
// `pages` must be named in both languages, some of them only since memory is computed with the fact; `rules` are files of
// the catalogue that must be named: scenarios that the ranking contradicts then.

const family = (id) => `families/ecs.${id}.yaml`;
const chip = (id, line, instead) => ['chips.yaml', id, line, instead];
const ofFamily = (id, line, instead) => [family(id), null, line, instead];
const ofType = (id, line, instead) => [family(id.match(/^ecs\.([^.-]*)/)[1]), id, line, instead];

// Every line of the file that is `key: NUMBER UNIT`, multiplied.
const scaled = (file, key, factor) => ({ file, key, factor });

export const FACTS = [
    {
        what: 'the A10 has 16 GB and two thirds of its readings',
        edits: [
            chip('nvidia-a10', 'memory: 24 GB', 'memory: 16 GB'),
            chip('nvidia-a10', '- memory: 22731 MiB', '- memory: 15154 MiB'),
            chip('nvidia-a10', '- memory: 23028 MiB', '- memory: 15352 MiB'),
            ...['gn7i', 'ebmgn7i', 'ebmgn7ix'].flatMap((id) => ['gpu_memory', 'gpu_memory_total', 'reading'].map((key) => scaled(family(id), key, 2 / 3))),
        ],
        now: { 'chip/nvidia-a10#memory': '16 GB', 'chip/nvidia-a10#usable': '15154 MiB' },
        pages: ['guide/memory', 'guide/monitoring', 'scenarios/diffusion', 'scenarios/llm-lora-finetune', 'scenarios/small-team'],
        rules: ['catalog/scenarios/llm-lora-finetune.yaml', 'catalog/scenarios/llm-online-inference.yaml', 'catalog/scenarios/small-team.yaml', 'catalog/scenarios/mixed-training-inference.yaml', 'catalog/scenarios/batch-inference.yaml', 'catalog/scenarios/spot-training.yaml'],
    },
    {
        what: 'one reading of the A10 is smaller',
        edits: [chip('nvidia-a10', '- memory: 22731 MiB', '- memory: 22000 MiB')],
        now: { 'chip/nvidia-a10#usable': '22000 MiB' },
        pages: ['guide/memory', 'guide/monitoring', 'scenarios/diffusion'],
    },
    {
        what: 'the A10 reads 500 GB/s',
        edits: [chip('nvidia-a10', 'bandwidth: 600 GB/s', 'bandwidth: 500 GB/s')],
        now: { 'chip/nvidia-a10#bandwidth': '500 GB/s' },
        pages: ['guide/selection', 'scenarios/cv-nlp-classic', 'scenarios/llm-online-inference'],
    },
    {
        what: 'the A10 has no BF16',
        edits: [chip('nvidia-a10', 'bf16: true', 'bf16: false')],
        now: { 'chip/nvidia-a10#bf16': 'false' },
        pages: ['scenarios/cv-nlp-classic', 'scenarios/llm-lora-finetune', 'scenarios/small-team'],
        rules: ['catalog/scenarios/llm-lora-finetune.yaml', 'catalog/scenarios/small-team.yaml', 'catalog/scenarios/spot-training.yaml', 'catalog/scenarios/multimodal-training.yaml'],
    },
    {
        what: 'the A10 has FP8',
        edits: [chip('nvidia-a10', 'fp8: false', 'fp8: true')],
        now: { 'chip/nvidia-a10#fp8': 'true' },
        pages: ['guide/selection', 'scenarios/llm-online-inference'],
    },
    {
        what: 'whether the A10 has FP8 is not published',
        edits: [chip('nvidia-a10', 'fp8: false', null)],
        now: { 'chip/nvidia-a10#fp8': null },
        pages: ['guide/selection', 'scenarios/llm-online-inference'],
    },
    {
        what: 'the A10 has NVLink',
        edits: [chip('nvidia-a10', 'nvlink: none', 'nvlink: 112.5 GB/s')],
        now: { 'chip/nvidia-a10#nvlink': '112.5 GB/s' },
        pages: ['guide/selection', 'scenarios/llm-pretraining'],
    },
    {
        what: 'the T4 has BF16',
        edits: [chip('nvidia-t4', 'bf16: false', 'bf16: true')],
        now: { 'chip/nvidia-t4#bf16': 'true' },
        pages: ['guide/pitfalls', 'guide/selection', 'guide/workflow', 'scenarios/transformer-classic'],
    },
    {
        what: 'the INT8 rate of the T4 is half of it',
        edits: [chip('nvidia-t4', 'int8: 130 TOPS', 'int8: 65 TOPS')],
        now: { 'chip/nvidia-t4#peaks.int8': '65 TOPS' },
        pages: ['scenarios/cv-nlp-classic', 'scenarios/transformer-classic'],
    },
    {
        what: 'the V100 with 32 GB has BF16',
        edits: [chip('nvidia-v100-32gb', 'bf16: false', 'bf16: true')],
        now: { 'chip/nvidia-v100-32gb#bf16': 'true' },
        pages: ['guide/pitfalls', 'guide/selection', 'scenarios/llm-pretraining'],
        rules: ['catalog/scenarios/llm-lora-finetune.yaml', 'catalog/scenarios/small-team.yaml'],
    },
    {
        what: 'the A100 with 80 GB reads as little as the one with 40 GB',
        edits: [chip('nvidia-a100-80gb', 'bandwidth: 2039 GB/s', 'bandwidth: 1555 GB/s')],
        now: { 'chip/nvidia-a100-80gb#bandwidth': '1555 GB/s' },
        pages: ['guide/selection', 'scenarios/llm-pretraining', 'scenarios/rlhf'],
    },
    {
        what: 'the A100 with 80 GB has FP8',
        edits: [chip('nvidia-a100-80gb', 'fp8: false', 'fp8: true')],
        now: { 'chip/nvidia-a100-80gb#fp8': 'true' },
        pages: ['guide/selection', 'scenarios/latest-generation'],
    },
    {
        what: 'the BF16 rate of the A100 is the one with sparsity',
        edits: [chip('nvidia-a100-80gb', 'bf16: 312 TFLOPS', 'bf16: 624 TFLOPS')],
        now: { 'chip/nvidia-a100-80gb#peaks.bf16': '624 TFLOPS' },
        pages: ['guide/cpu-and-data-loading', 'guide/network', 'guide/storage', 'scenarios/hpc-ai'],
    },
    {
        what: 'the NVLink of the A100 counts one direction',
        edits: [chip('nvidia-a100-80gb', 'nvlink: 600 GB/s', 'nvlink: 300 GB/s')],
        now: { 'chip/nvidia-a100-80gb#nvlink': '300 GB/s' },
        pages: ['guide/network', 'guide/selection', 'scenarios/llm-pretraining'],
    },
    {
        what: 'the NVLink of the A800 is as fast as that of the A100',
        edits: [chip('nvidia-a800-80gb', 'nvlink: 400 GB/s', 'nvlink: 600 GB/s')],
        now: { 'chip/nvidia-a800-80gb#nvlink': '600 GB/s' },
        pages: ['guide/selection'],
    },
    {
        what: 'the L20 has no FP8',
        edits: [chip('nvidia-l20', 'fp8: true', 'fp8: false')],
        now: { 'chip/nvidia-l20#fp8': 'false' },
        pages: ['guide/selection', 'scenarios/latest-generation', 'scenarios/llm-online-inference'],
        rules: ['catalog/scenarios/latest-generation.yaml'],
    },
    {
        what: 'the card of gn8v reads 3350 GB/s',
        edits: [chip('nvidia-hopper-96gb-hbm3-unnamed', 'bandwidth: 4000 GB/s', 'bandwidth: 3350 GB/s')],
        now: { 'chip/nvidia-hopper-96gb-hbm3-unnamed#bandwidth': '3350 GB/s' },
        pages: ['guide/selection', 'scenarios/latest-generation'],
    },
    {
        what: 'gn7e has no NVLink',
        edits: [ofFamily('gn7e', 'interconnect: nvlink', 'interconnect: pcie')],
        now: { 'family/ecs.gn7e#interconnect': 'pcie' },
        pages: ['guide/network', 'guide/selection', 'scenarios/llm-full-finetune', 'scenarios/rlhf'],
        rules: ['catalog/scenarios/llm-full-finetune.yaml', 'catalog/scenarios/rlhf.yaml'],
    },
    {
        what: 'the cards of gn7i hang on a PCIe switch',
        edits: [ofFamily('gn7i', 'interconnect: pcie', 'interconnect: pcie_switch')],
        now: { 'family/ecs.gn7i#interconnect': 'pcie_switch' },
        pages: ['guide/network', 'guide/selection'],
    },
    {
        what: 'gn7i has NVLink',
        edits: [ofFamily('gn7i', 'interconnect: pcie', 'interconnect: nvlink'), ofFamily('gn7i', 'nvlink: none', 'nvlink: 112.5 GB/s')],
        now: { 'family/ecs.gn7i#interconnect': 'nvlink' },
        pages: ['guide/network', 'guide/selection', 'scenarios/llm-lora-finetune'],
    },
    {
        what: 'the link of gn7 is not published',
        edits: [ofFamily('gn7', 'interconnect: nvswitch', null)],
        now: { 'family/ecs.gn7#interconnect': null },
        pages: ['guide/network', 'guide/selection'],
    },
    {
        what: 'gn7e is limited',
        edits: [ofFamily('gn7e', 'status: sold', 'status: limited')],
        now: { 'family/ecs.gn7e#status': 'limited' },
        pages: ['guide/capacity', 'guide/selection', 'scenarios/enterprise-cluster'],
        rules: ['catalog/scenarios/multimodal-training.yaml', 'catalog/scenarios/domestic-compliance.yaml'],
    },
    {
        what: 'gn7i is retired',
        edits: [ofFamily('gn7i', 'status: sold', 'status: retired')],
        now: { 'family/ecs.gn7i#status': 'retired' },
        pages: ['guide/capacity', 'guide/selection', 'scenarios/small-team'],
        rules: ['catalog/scenarios/llm-lora-finetune.yaml', 'catalog/scenarios/batch-inference.yaml', 'catalog/scenarios/multimodal-training.yaml'],
    },
    {
        what: 'ebmgn9ge is sold',
        edits: [ofFamily('ebmgn9ge', 'status: preview', 'status: sold')],
        now: { 'family/ecs.ebmgn9ge#status': 'sold' },
        pages: ['guide/capacity', 'guide/selection'],
    },
    {
        what: 'sccgn6 is back',
        edits: [ofFamily('sccgn6', 'status: retired', 'status: sold')],
        now: { 'family/ecs.sccgn6#status': 'sold' },
        pages: ['guide/network', 'guide/selection'],
        rules: ['catalog/scenarios/transformer-classic.yaml'],
    },
    {
        what: 'gn8is has no eRDMA',
        edits: [ofFamily('gn8is', 'erdma: true', 'erdma: false')],
        now: { 'family/ecs.gn8is#erdma': 'false' },
        pages: ['guide/network', 'guide/selection'],
    },
    {
        what: 'the eRDMA of ebmgn7ex is slower',
        edits: [ofFamily('ebmgn7ex', 'erdma_bandwidth: 160 Gbit/s', 'erdma_bandwidth: 100 Gbit/s')],
        now: { 'family/ecs.ebmgn7ex#erdma_bandwidth': '100 Gbit/s' },
        pages: ['guide/network', 'scenarios/distributed-training'],
    },
    {
        what: 'the RoCE of sccgn7ex has half its cards',
        edits: [ofFamily('sccgn7ex', 'rdma_bandwidth: 800 Gbit/s', 'rdma_bandwidth: 400 Gbit/s')],
        now: { 'family/ecs.sccgn7ex#rdma_bandwidth': '400 Gbit/s' },
        pages: ['guide/network', 'guide/selection'],
    },
    {
        what: 'gn7 carries the A800, which has twice the memory',
        edits: [
            ofFamily('gn7', 'chip: nvidia-a100-40gb', 'chip: nvidia-a800-80gb'),
            scaled(family('gn7'), 'gpu_memory', 2), scaled(family('gn7'), 'gpu_memory_total', 2),
        ],
        now: { 'family/ecs.gn7#chip': 'nvidia-a800-80gb' },
        pages: ['guide/pitfalls', 'guide/selection'],
    },
    {
        what: 'ebmgn7ix carries the A30',
        edits: [ofFamily('ebmgn7ix', 'chip: nvidia-a10', 'chip: nvidia-a30')],
        now: { 'family/ecs.ebmgn7ix#chip': 'nvidia-a30' },
        pages: ['guide/capacity'],
    },
    {
        what: 'gn7i carries the A30, against the answer of a scenario',
        edits: [ofFamily('gn7i', 'chip: nvidia-a10', 'chip: nvidia-a30')],
        now: {},
        pages: [],
        rules: ['catalog/scenarios/llm-lora-finetune.yaml'],
    },
    {
        what: 'ecs.gn7i-c16g1.4xlarge has 64 GiB',
        edits: [ofType('ecs.gn7i-c16g1.4xlarge', 'memory: 60 GiB', 'memory: 64 GiB')],
        now: { 'type/ecs.gn7i-c16g1.4xlarge#memory': '64 GiB' },
        pages: ['guide/cpu-and-data-loading', 'guide/selection'],
    },
    {
        what: 'ecs.gn7i-c32g1.8xlarge has 16 vCPUs',
        edits: [ofType('ecs.gn7i-c32g1.8xlarge', 'vcpus: 32', 'vcpus: 16')],
        now: { 'type/ecs.gn7i-c32g1.8xlarge#vcpus': '16' },
        pages: ['guide/auto-scaling', 'guide/cpu-and-data-loading'],
    },
    {
        what: 'ecs.gn7e-c16g1.32xlarge has 4 GPUs',
        edits: [
            ofType('ecs.gn7e-c16g1.32xlarge', 'gpus: 8', 'gpus: 4'),
            ofType('ecs.gn7e-c16g1.32xlarge', 'gpu_memory_total: 640 GB', 'gpu_memory_total: 320 GB'),
        ],
        now: { 'type/ecs.gn7e-c16g1.32xlarge#gpus': '4' },
        pages: ['scenarios/llm-full-finetune', 'scenarios/rlhf'],
        rules: ['catalog/scenarios/rlhf.yaml'],
    },
    {
        what: 'ecs.gn7e-c16g1.32xlarge has half the network',
        edits: [ofType('ecs.gn7e-c16g1.32xlarge', 'network: 64 Gbit/s', 'network: 32 Gbit/s')],
        now: { 'type/ecs.gn7e-c16g1.32xlarge#network': '32 Gbit/s' },
        pages: ['guide/network', 'guide/selection'],
    },
    {
        what: 'Qwen2.5 7B has as many key-value heads as heads',
        edits: [['models/qwen2-5.yaml', 'qwen2.5-7b', 'kv_heads: 4', 'kv_heads: 28']],
        now: { 'model/qwen2.5-7b#kv_heads': '28' },
        pages: ['guide/memory', 'scenarios/batch-inference', 'scenarios/rlhf'],
        rules: ['catalog/scenarios/llm-online-inference.yaml'],
    },
    {
        what: 'Qwen2.5 7B has as many parameters as its name says',
        edits: [['models/qwen2-5.yaml', 'qwen2.5-7b', 'params_total: 7615616512', 'params_total: 7000000000']],
        now: { 'model/qwen2.5-7b#params_total': '7000000000' },
        pages: ['guide/auto-scaling', 'guide/cpu-and-data-loading', 'guide/network'],
    },
    {
        what: 'the vocabulary of Qwen2.5 7B is smaller',
        edits: [['models/qwen2-5.yaml', 'qwen2.5-7b', 'vocab_size: 152064', 'vocab_size: 128000']],
        now: { 'model/qwen2.5-7b#vocab_size': '128000' },
        pages: ['guide/memory', 'guide/storage'],
    },
    {
        what: 'Qwen2.5 72B has 40 layers',
        edits: [['models/qwen2-5.yaml', 'qwen2.5-72b', 'layers: 80', 'layers: 40']],
        now: { 'model/qwen2.5-72b#layers': '40' },
        pages: ['guide/network'],
    },
];
