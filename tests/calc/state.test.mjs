// The calculator's state as an address, and config.json as model fields: the scripts of a built site, without a page.
import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import { assetText } from './engine.mjs';

const site = process.env.SITE;
const context = vm.createContext({ Blob, DecompressionStream, Response, URLSearchParams, WebAssembly, atob });
vm.runInContext('globalThis.self = globalThis', context);
for (const name of ['calc-data.js', 'sizing.js', 'engine.js', 'calc-state.js', 'calc-config.js']) vm.runInContext(assetText(site, name), context, { filename: name });
const { CHIPFIRST } = context;
const engine = await CHIPFIRST.start();
const { data } = engine;
const { read, write, empty, set, setPrice, initial } = CHIPFIRST.state;

const plain = (value) => JSON.parse(JSON.stringify(value));
const same = (got, expected, message) => assert.deepEqual(plain(got), plain(expected), message);

// The same states each time: a generator with a fixed seed.
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/* A state as a reader could make it: each field is set through the functions that the page uses. */
function randomState(next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const often = (share) => next() < share;
  const state = plain(empty());
  const valueOf = (field) => {
    if (field.kind === 'bool') return often(0.5);
    if (field.kind === 'count') return Math.floor(next() ** 4 * 2 ** pick([4, 16, 53]));
    if (field.kind === 'number') return pick([0, 0.9, 1e-7, 12.5, next() * 1e6, next() * 2 ** 53]);
    return pick(data.enums[field.kind]);
  };
  const some = (group, share) => {
    for (const field of data.fields[group]) if (often(share)) set(data, state, group, field.id, valueOf(field));
  };
  if (often(0.5)) {
    state.model = often(0.4) ? 'custom' : pick(data.models).id;
    if (state.model === initial(data)) state.model = '';
  }
  if (often(0.3)) state.stack = pick(data.stacks).id;
  some('workload', 0.15);
  some('run', 0.15);
  if (state.model === 'custom') some('model', 0.3);
  for (const key of ['bf16', 'fp8', 'erdma']) if (often(0.2)) state.demand[key] = true;
  state.demand.interconnects = data.enums.interconnect.filter(() => often(0.2));
  if (often(0.2)) state.demand.min_gpus = 1 + Math.floor(next() * 16);
  if (often(0.2)) state.machines = 1 + Math.floor(next() * 32);
  if (often(0.2)) state.on = pick(data.chips).id;
  if (often(0.4)) state.type = pick(data.types).id;
  for (let i = Math.floor(next() * 4); i > 0; i--) {
    const type = pick(data.types).id;
    for (const field of data.fields.prices) if (often(0.2)) setPrice(data, state, type, field.id, valueOf(field));
    if (state.prices[type] && Object.keys(state.prices[type]).length === 0) delete state.prices[type];
  }
  state.catalog = Array.from({ length: 12 }, () => pick([...'0123456789abcdef'])).join('');
  return state;
}

test('10,000 random states come back from their addresses', () => {
  const next = random(20261130);
  for (let i = 0; i < 10_000; i++) {
    const state = randomState(next);
    const query = write(data, state);
    const back = read(data, `?${query}`);
    same(back.faults, [], query);
    same(back.state, state, query);
    assert.equal(write(data, back.state), query);
    assert.match(query, /^[\w.,&=%+-]*$/, 'readable as it is');
  }
});

test('the order of the keys does not matter, and equal states have equal addresses', () => {
  const next = random(7);
  for (let i = 0; i < 500; i++) {
    const query = write(data, randomState(next));
    const mixed = query.split('&').map((pair) => [next(), pair]).sort(([a], [b]) => a - b).map(([, pair]) => pair).join('&');
    assert.equal(write(data, read(data, mixed).state), query);
  }
});

test('the initial state has no query', () => {
  assert.equal(write(data, empty()), '');
  same(read(data, ''), { state: empty(), faults: [] });
});

test('a value that is the default of field or stack is left out', () => {
  const { state } = read(data, 'model=qwen2.5-7b&seq=2048&stack=transformers-peft&attention=sdpa&batch=4&catalog=latest');
  same(state.workload, { batch: 4 });
  assert.equal(write(data, state), `stack=transformers-peft&batch=4&catalog=${data.digest}`);
});

const good = 'method=lora&seq=4096&lora_rank=16';
const hostile = [
  ['prefill_tokens=<script>alert(1)</script>', 'prefill_tokens', 'bad_value'],
  ['batch=-1', 'batch', 'bad_value'],
  ['batch=1.5', 'batch', 'bad_value'],
  ['batch=1e400', 'batch', 'bad_value'],
  ['batch=NaN', 'batch', 'bad_value'],
  ['batch=0x10', 'batch', 'bad_value'],
  ['batch=９', 'batch', 'bad_value'],
  ['batch=9007199254740994', 'batch', 'bad_value'],
  ['batch=', 'batch', 'bad_value'],
  ['optimizer=__proto__', 'optimizer', 'bad_value'],
  ['__proto__=1', '__proto__', 'unknown_key'],
  ['constructor=1', 'constructor', 'unknown_key'],
  ['toString=1', 'toString', 'unknown_key'],
  ['hasOwnProperty.ecs.gn7i=1', 'hasOwnProperty.ecs.gn7i', 'unknown_key'],
  ['model=../../etc/passwd', 'model', 'bad_value'],
  ['model=constructor', 'model', 'bad_value'],
  ['stack=toString', 'stack', 'bad_value'],
  ['bf16=yes', 'bf16', 'bad_value'],
  ['bf16=constructor', 'bf16', 'bad_value'],
  ['compiled=toString', 'compiled', 'bad_value'],
  ['interconnect=nvlink,wet-string', 'interconnect', 'bad_value'],
  ['machines=0', 'machines', 'bad_value'],
  ['on=%F0%9F%92%A9%', 'on', 'bad_value'],
  ['type=%00', 'type', 'bad_value'],
  ['price_hour.ecs.gn7i-c16g1.4xlarge=free', 'price_hour.ecs.gn7i-c16g1.4xlarge', 'bad_value'],
  ['price_hour.nosuch=1', 'price_hour.nosuch', 'unknown_key'],
  ['price_hour=1', 'price_hour', 'unknown_key'],
  ['layers=5', 'layers', 'bad_value'],
  ['"><img src=x onerror=alert(1)>=1', '"><img src', 'unknown_key'],
  [`${'a'.repeat(100_000)}=1`, 'a'.repeat(100_000), 'unknown_key'],
];

test('what is wrong in a link is named and left out, and only that', () => {
  for (const [pair, key, fault] of hostile) {
    const { state, faults } = read(data, `${good}&${pair}&catalog=latest`);
    same(faults.map((one) => [one.key, one.fault]), [[key, fault]], pair.slice(0, 80));
    same(state, read(data, `${good}&catalog=latest`).state, pair.slice(0, 80));
  }
  assert.equal({}.polluted, undefined);
});

test('a key that stands twice: the first counts, and it is said', () => {
  const { state, faults } = read(data, 'seq=4096&seq=512&catalog=latest');
  same([state.workload.seq, faults.map((one) => one.fault)], [4096, ['twice']]);
});

test('a link that was cut anywhere is known to be cut, and what is whole in it holds', () => {
  const next = random(11);
  for (let i = 0; i < 40; i++) {
    const whole = write(data, randomState(next));
    for (let end = 1; end < whole.length; end++) {
      const { state, faults } = read(data, whole.slice(0, end));
      assert.ok(faults.some((one) => one.fault === 'cut'), whole.slice(0, end));
      const kept = new Set(whole.slice(0, whole.slice(0, end + 1).lastIndexOf('&') + 1).split('&').filter(Boolean));
      const again = new Set(write(data, state).split('&'));
      if (!kept.has('model=custom')) for (const pair of kept) assert.ok(again.has(pair) || pair.startsWith('stack='), `${pair} of ${whole.slice(0, end)}`);
    }
  }
});

/* ---- config.json, as the projects publish it; the fields have to be those of the catalogue, which were entered by others */

const configs = {
  'qwen2.5-7b': {
    architectures: ['Qwen2ForCausalLM'], hidden_act: 'silu', hidden_size: 3584, intermediate_size: 18944, max_position_embeddings: 131072, max_window_layers: 28,
    model_type: 'qwen2', num_attention_heads: 28, num_hidden_layers: 28, num_key_value_heads: 4, sliding_window: 131072, tie_word_embeddings: false,
    torch_dtype: 'bfloat16', use_sliding_window: false, vocab_size: 152064,
  },
  'qwen3-0.6b': {
    architectures: ['Qwen3ForCausalLM'], attention_bias: false, head_dim: 128, hidden_act: 'silu', hidden_size: 1024, intermediate_size: 3072,
    max_position_embeddings: 40960, model_type: 'qwen3', num_attention_heads: 16, num_hidden_layers: 28, num_key_value_heads: 8, sliding_window: null,
    tie_word_embeddings: true, torch_dtype: 'bfloat16', use_sliding_window: false, vocab_size: 151936,
  },
  'llama-3.1-8b': {
    architectures: ['LlamaForCausalLM'], attention_bias: false, hidden_act: 'silu', hidden_size: 4096, intermediate_size: 14336, max_position_embeddings: 131072,
    mlp_bias: false, model_type: 'llama', num_attention_heads: 32, num_hidden_layers: 32, num_key_value_heads: 8, tie_word_embeddings: false,
    torch_dtype: 'bfloat16', vocab_size: 128256,
  },
  'mixtral-8x7b': {
    architectures: ['MixtralForCausalLM'], hidden_act: 'silu', hidden_size: 4096, intermediate_size: 14336, max_position_embeddings: 32768, model_type: 'mixtral',
    num_attention_heads: 32, num_experts_per_tok: 2, num_hidden_layers: 32, num_key_value_heads: 8, num_local_experts: 8, sliding_window: null,
    tie_word_embeddings: false, torch_dtype: 'bfloat16', vocab_size: 32000,
  },
  'deepseek-v3': {
    architectures: ['DeepseekV3ForCausalLM'], attention_bias: false, first_k_dense_replace: 3, hidden_act: 'silu', hidden_size: 7168, intermediate_size: 18432,
    kv_lora_rank: 512, max_position_embeddings: 163840, model_type: 'deepseek_v3', moe_intermediate_size: 2048, moe_layer_freq: 1, n_routed_experts: 256,
    n_shared_experts: 1, num_attention_heads: 128, num_experts_per_tok: 8, num_hidden_layers: 61, num_key_value_heads: 128, num_nextn_predict_layers: 1,
    q_lora_rank: 1536, qk_nope_head_dim: 128, qk_rope_head_dim: 64, quantization_config: { quant_method: 'fp8' }, tie_word_embeddings: false,
    topk_method: 'noaux_tc', torch_dtype: 'bfloat16', v_head_dim: 128, vocab_size: 129280,
  },
  'gpt2-xl-1.5b': { activation_function: 'gelu_new', model_type: 'gpt2', n_ctx: 1024, n_embd: 1600, n_head: 25, n_layer: 48, n_positions: 1024, torch_dtype: 'float32', vocab_size: 50257 },
};

const beside = ['params_total', 'params_active', 'kv_elements_per_token', 'counter', 'max_context', 'mtp_layers', 'mtp_params', 'mtp_stores_embedding_and_head'];

for (const [id, config] of Object.entries(configs))
  test(`config.json of ${id}`, () => {
    const { fields, problems, notes } = CHIPFIRST.config(JSON.stringify(config));
    same(problems, []);
    assert.ok(notes.some((note) => note.id === 'read'));
    const known = plain(data.models.find((model) => model.id === id).fields);
    const got = plain(fields);
    for (const key of beside) {
      delete known[key];
      delete got[key];
    }
    assert.deepEqual(got, known);
    const workload = { seq: 4096 };
    const kv = (model) => engine.estimate({ model, workload }).terms.find((term) => term.id === 'kv_cache').bytes;
    assert.equal(kv(fields), kv(id));
    const total = (model) => engine.estimate({ model, workload: { ...workload, method: 'lora' } }).terms.find((term) => term.id === 'weights').bytes;
    assert.equal(total(fields), total(id), 'parameters counted from the fields');
  });

test('a config.json that cannot be read says why', () => {
  const without = (id, ...keys) => JSON.stringify(Object.fromEntries(Object.entries(configs[id]).filter(([key]) => !keys.includes(key))));
  const cases = [
    ['', ['empty']],
    ['   ', ['empty']],
    ['{"a": 1,\n "b" 2}', ['syntax_at', 'syntax']],
    ['[1]', ['no_object']],
    ['"text"', ['no_object']],
    ['x'.repeat(2 ** 21), ['too_long']],
    [without('qwen2.5-7b', 'num_hidden_layers'), ['missing']],
    [without('qwen2.5-7b', 'intermediate_size'), ['missing']],
    [without('qwen3-0.6b', 'head_dim'), ['no_head_dim']],
    [JSON.stringify({ ...configs['llama-3.1-8b'], hidden_size: '4096' }), ['not_whole']],
    [JSON.stringify({ ...configs['llama-3.1-8b'], hidden_size: -1 }), ['not_whole']],
    [JSON.stringify({ ...configs['llama-3.1-8b'], hidden_act: '<b>' }), ['unknown_value']],
    [JSON.stringify({ model_type: 't5', is_encoder_decoder: true }), ['not_modelled']],
    [JSON.stringify({ model_type: 'mamba', hidden_size: 1 }), ['not_modelled']],
    [JSON.stringify({ _class_name: 'FluxTransformer2DModel' }), ['not_modelled']],
    ['{}', ['missing']],
  ];
  for (const [text, ids] of cases) {
    const { problems } = CHIPFIRST.config(text);
    assert.ok(problems.length > 0 && ids.includes(problems[0].id), `${text.slice(0, 60)}: ${problems[0]?.id}`);
  }
});
