// The calculator's engine against the command line, the exports and cases worked out by hand. Needs Node.js alone.
// CHIPFIRST is the binary, SITE a site it built.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import vm from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { assetText, loadScripts } from './engine.mjs';

const { CHIPFIRST: binary, SITE: site } = process.env;
const chipfirst = loadScripts(site);
const engine = await chipfirst.start();
const { data } = engine;
const GIB = 2 ** 30;

/* Results are made in a context of their own, whose arrays are others than ours. */
function plain(value) {
  return JSON.parse(JSON.stringify(value));
}

function stringsOf(lang) {
  const self = {};
  vm.runInNewContext(assetText(site, `strings.${lang}.js`), { self });
  return self.CHIPFIRST.strings;
}

const words = stringsOf('en');

function command(...args) {
  const run = spawnSync(binary, args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  assert.equal(run.status, 0, `chipfirst ${args.join(' ')}\n${run.stderr}`);
  return run.stdout;
}

/* A state as options of the command; token_budget and its like are options, too. */
function options({ model, stack, workload, run, machines }) {
  const pairs = Object.entries({ model, stack, ...workload, ...run, machines }).filter(([, value]) => value !== undefined);
  return pairs.flatMap(([key, value]) => [`--${key.replaceAll('_', '-')}`, String(value)]);
}

function exported(name) {
  return new Map(JSON.parse(readFileSync(path.join(site, `data/${name}.json`), 'utf8')).records.map((r) => [r.id, r]));
}

/* ---- the module */

test('the module imports nothing and is small', () => {
  const zipped = Buffer.from(chipfirst.module, 'base64');
  const module = new WebAssembly.Module(gunzipSync(zipped));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  assert.deepEqual(WebAssembly.Module.exports(module).map(({ name }) => name).sort(),
    ['in', 'memory', 'out', 'prices', 'run', 'text', 'types']);
  assert.ok(zipped.length < 32768, `${zipped.length} bytes`);
});

test('the page with all that it loads is below 250 KB', () => {
  for (const lang of ['en', 'zh']) {
    const html = readFileSync(path.join(site, lang, 'calculator.html'), 'utf8');
    const names = new Set([...html.matchAll(/(?:src|href)="\.\.\/(assets\/[^"]+)"/g)].map((match) => match[1]));
    const sizes = [...names].map((name) => readFileSync(path.join(site, name)).length);
    assert.ok(names.size > 8, `${names.size} assets`);
    const sum = sizes.reduce((total, size) => total + size, Buffer.byteLength(html));
    assert.ok(sum < 250_000, `${lang}: ${sum} bytes; ${[...names].map((name, i) => `${name} ${sizes[i]}`).join(', ')}`);
  }
});

/* ---- memory */

function caseState(text) {
  const state = { model: {}, workload: {} };
  for (const pair of text.trim().split(' ')) {
    const [key, value] = pair.split('=');
    const group = ['model', 'workload'].find((name) => data.fields[name].some(({ id }) => id === key));
    assert.ok(group, `no field ${key}`);
    state[group][key] = ['true', 'false'].includes(value) ? value === 'true' : value;
  }
  return state;
}

/* Halves up, as the command rounds. */
const whole = (bytes) => Math.floor(bytes + 0.5);

test('the worked cases of the sizing core', () => {
  const lines = readFileSync('tests/data/sizing-cases.txt', 'utf8').split('\n').filter((line) => line.includes(' => ') && line[0] !== '#');
  assert.ok(lines.length > 40);
  for (const line of lines) {
    const [input, expected] = line.split(' => ');
    const result = engine.estimate(caseState(input));
    assert.equal(result.error, null, line);
    for (const pair of expected.trim().split(' ')) {
      const [id, value] = pair.split('=');
      const term = result.terms.find((t) => t.id === id);
      if (id === 'total') assert.equal(whole(result.exact_bytes), Number(value), line);
      else if (['none', '0'].includes(value)) assert.equal(term, undefined, `${id}\n${line}`);
      else if (value === 'not_modelled') assert.equal(term.state, value, line);
      else assert.equal(whole(term.bytes), Number(value), `${id}\n${line}`);
    }
  }
});

const MODELS = ['qwen2.5-7b', 'llama-3.1-70b', 'deepseek-v3', 'gpt-oss-20b', 'bert-base', 'qwen3-next-80b-a3b', 'gemma-3-27b'];
const WORKLOADS = [
  { workload: { method: 'inference', seq: 5000, batch: 3, new_tokens: 17 } },
  { workload: { method: 'lora', seq: 777, batch: 2, lora_rank: 33, checkpointing: 'none' } },
  { workload: { method: 'full', seq: 1024, gpus: 8, zero_stage: 3, optimizer: 'adafactor' } },
  { stack: data.stacks[0].id, workload: { seq: 999 } },
];
const STATES = MODELS.flatMap((model) => WORKLOADS.map((rest) => ({ model, ...rest })));

/* What {0}, {1} … of a formula's text become; the words are those of the site, the digits the engine's. */
function formulaText({ formula, operands }) {
  return words[`formula.${formula}`].replace(/\{(\d)\}/g, (slot, i) => engine.digits(operands[i], 6, 'readable'));
}

test('estimate --json has the engine\'s bytes and digits', () => {
  let totals = 0;
  for (const state of STATES) {
    const expected = JSON.parse(command('estimate', '--json', ...options(state)));
    const got = engine.estimate(state);
    const terms = got.terms.map((t) => t.state === 'not_modelled' ? { id: t.id, bytes: null, formula: null } : {
      id: t.id, bytes: whole(t.bytes), peak_bytes: whole(t.peak_bytes), formula: formulaText(t) });
    assert.deepEqual(plain(terms), expected.terms.map(({ id, bytes, peak_bytes, formula }) => (bytes === null ? { id, bytes, formula }
      : { id, bytes, peak_bytes, formula })), JSON.stringify(state));
    assert.equal(got.phase, expected.phase);
    assert.deepEqual(plain(got.warnings), expected.warnings);
    assert.deepEqual(got.has_total ? { low: whole(got.low), likely: whole(got.likely), high: whole(got.high) } : null, expected.total);
    totals += got.has_total;
  }
  assert.ok(totals > STATES.length / 2, `${totals} totals`);
});

test('estimate\'s table has the engine\'s digits', () => {
  for (const state of STATES.filter((s) => s.model !== 'qwen3-next-80b-a3b')) {
    const table = command('estimate', ...options(state));
    const got = engine.estimate(state);
    const gib = (bytes) => engine.digits(bytes / GIB, 3, 'fixed');
    for (const term of got.terms) {
      const line = table.split('\n').find((l) => l.startsWith(`${words[`term.${term.id}`]}  `));
      assert.ok(line?.includes(` ${gib(term.bytes)} `), `${term.id}: ${gib(term.bytes)}\n${line}`);
    }
    assert.ok(table.includes(`: ${gib(got.likely)} GiB, low ${gib(got.low)}, high ${gib(got.high)}`), table);
  }
});

test('digits: every style, and what cannot be written', () => {
  const cases = [[1.125, 2, 'fixed', '1.13'], [2.675, 2, 'fixed', '2.67'], [-0.001, 2, 'fixed', '0.00'], [62.5, 3, 'trimmed', '62.5'],
    [671026419200, 0, 'grouped', '671,026,419,200'], [9999.5, 1, 'readable', '9999.5'], [12345.6, 1, 'readable', '12,346'],
    [1234567, 0, 'rounded', '1,230,000'], [19488186084.7568, 0, 'bytes', '18.1'], [404275187532403.625, 2, 'fixed', '404275187532403.63'],
    [NaN, 0, 'fixed', ''], [Infinity, 0, 'fixed', ''], [1e18, 0, 'fixed', ''], [1, 10, 'fixed', ''], [1, 0, 'no such style', '']];
  for (const [value, decimals, style, expected] of cases) assert.equal(engine.digits(value, decimals, style), expected, `${value} ${style}`);
});

/* ---- all types */

function six(value) {
  return Number(value.toPrecision(6));
}

function changeText({ field, value }) {
  return `${field}=${value}`;
}

test('recommend --json has the engine\'s order, layouts, bytes, reasons and rates', () => {
  const states = [
    { model: 'qwen2.5-7b', workload: { method: 'lora', seq: 1024 } },
    { model: 'llama-3.1-70b', workload: { method: 'full', seq: 4096 }, machines: 4 },
    { model: 'qwen2.5-72b', workload: { method: 'inference', seq: 8192, batch: 16 }, run: { token_budget: 1000000000, engine: 'vllm' } },
    { model: 'deepseek-v3', workload: { method: 'inference', seq: 32768 } },
  ];
  for (const state of states) {
    const expected = JSON.parse(command('recommend', '--json', '--limit', '0', ...options(state))).types;
    const { types, order } = engine.rank({ ...state, with_changes: true });
    const listed = new Set(expected.map(({ id }) => id));
    assert.deepEqual(plain(order).map((i) => types[i].id).filter((id) => listed.has(id)), expected.map(({ id }) => id));
    assert.ok(listed.size > 100);
    for (const e of expected) {
      const t = types.find(({ id }) => id === e.id);
      const at = `${state.model} on ${e.id}`;
      assert.equal(t.fits, e.fits, at);
      if (t.verdict === 'unknown') continue;
      assert.equal(t.verdict, e.verdict, at);
      assert.deepEqual([t.gpus, t.zero_stage, t.tensor_parallel], [e.layout.gpus, e.layout.zero_stage, e.layout.tensor_parallel], at);
      assert.deepEqual([whole(t.need_bytes), whole(t.have_bytes)], [e.need_bytes, e.have_bytes], at);
      assert.equal(t.limit, e.reason, at);
      assert.equal(t.change && changeText(t.change), e.smallest_change, at);
      assert.equal(t.has_rate, e.speed !== null, at);
      if (!e.speed) continue;
      assert.deepEqual([t.low, t.likely, t.high].map(six), Object.values(e.speed.tokens_per_second), at);
      assert.equal(t.binding, e.speed.binding, at);
      assert.deepEqual([six(t.machine_hours), six(t.gpu_hours)], [e.machine_hours, e.gpu_hours], at);
    }
    const first = expected.find((e) => e.speed);
    if (!first) continue;
    const advice = engine.advise(state, first.id);
    assert.equal(advice.advice, first.speed.change_first);
    assert.equal(six(advice.gain), first.speed.gain ?? 1);
  }
});

test('chips: each as its largest type has it, without the demands of machines', () => {
  const state = { model: 'qwen2.5-7b', workload: { method: 'lora' } };
  const { types } = engine.rank(state);
  const { chips } = engine.chips({ ...state, demand: { erdma: true, min_gpus: 64, interconnects: ['nvlink'] } });
  assert.equal(chips.length, data.chips.length);
  data.chips.forEach(({ id, type }, i) => {
    assert.equal(chips[i].id, id);
    assert.deepEqual(plain({ ...chips[i], id: type }), plain(types.find((t) => t.id === type)));
    const same = data.types.filter((t) => t.chip === id);
    assert.equal(data.types.find((t) => t.id === type).gpus ?? 0, Math.max(...same.map((t) => t.gpus ?? 0)), id);
  });
});

test('demands are asked of every type', () => {
  const state = { model: 'qwen2.5-7b', workload: { method: 'inference' } };
  const links = new Map(data.types.map((t) => [t.id, t]));
  const nvlink = engine.rank({ ...state, demand: { interconnects: ['nvlink', 'nvswitch'] } }).types.filter((t) => t.fits);
  assert.ok(nvlink.length > 5 && nvlink.every((t) => ['nvlink', 'nvswitch'].includes(links.get(t.id).interconnect)));
  const erdma = engine.rank({ ...state, demand: { erdma: true } }).types.filter((t) => t.fits);
  assert.ok(erdma.length > 5 && erdma.every((t) => links.get(t.id).erdma));
  const eight = engine.rank({ ...state, demand: { min_gpus: 8 } }).types.filter((t) => t.fits);
  assert.ok(eight.length > 5 && eight.every((t) => links.get(t.id).gpus >= 8));
});

test('prices order what fits, and cost follows them', () => {
  const id = 'ecs.gn7i-c16g1.4xlarge';
  const state = { model: 'qwen2.5-7b', workload: { method: 'lora', seq: 1024 }, run: { token_budget: 1e9 }, prices: { [id]: { price_hour: 3 } } };
  const { types, order } = engine.rank(state);
  const best = types[order[0]];
  assert.equal(best.id, id);
  assert.equal(best.way, 'pay_as_you_go');
  assert.ok(Math.abs(best.money - 3 * best.machine_hours) < 1e-9 * best.money);
  assert.ok(types.every((t) => t.id === id || t.money === 0));
  const spot = engine.advise({ ...state, prices: { [id]: { price_hour: 3, spot_hour: 1 } }, prices_all: { spot_interval: 10 } }, id);
  const { ways, cheapest, spot_interruptions: interruptions } = spot.cost;
  assert.equal(cheapest, 'spot');
  assert.ok(interruptions > 0 && ways.find(({ way }) => way === 'spot').hours > spot.hours);
  assert.equal(ways.find(({ way }) => way === 'reserved').is_given, false);
});

/* ---- states */

test('a state is given by names, and what is wrong is named', () => {
  const model = { architecture: 'dense', layers: 2, hidden_size: 8, attention_heads: 2, kv_heads: 1, head_dim: 4, intermediate_size: 16,
    mlp: 'swiglu', vocab_size: 32, norm: 'rmsnorm', norms_per_layer: 2 };
  const error = (state) => plain(engine.estimate(state).error);
  assert.equal(error({ model }), null);
  assert.deepEqual(error({ model, workload: { tensor_parallel: 3, gpus: 3 } }),
    { reason: 'must_divide_heads', group: 'workload', field: 'tensor_parallel' });
  assert.deepEqual(error({ model: { ...model, mlp: 'reglu' } }), { reason: 'unknown_value', group: 'model', field: 'mlp' });
  assert.deepEqual(error({ model, workload: { seq: '<b>' } }), { reason: 'not_finite', group: 'workload', field: 'seq' });
  assert.deepEqual(error({ model, workload: { seq: '' } }), { reason: 'not_finite', group: 'workload', field: 'seq' });
  assert.deepEqual(error({ model, workload: { batch: -1 } }), { reason: 'negative', group: 'workload', field: 'batch' });
  assert.deepEqual(plain(engine.rank({ model, workload: { batch: 0.5 } })),
    { error: { reason: 'must_be_whole', group: 'workload', field: 'batch' } });
  assert.throws(() => engine.estimate({ model, workload: { sequence: 1 } }), /workload has no field sequence/);
  assert.throws(() => engine.estimate({ model: 'no-such-model' }), /there is no model no-such-model/);
  assert.throws(() => engine.estimate({ model, stack: 'no-such-stack' }), /there is no stack no-such-stack/);
  assert.throws(() => engine.advise({ model }, 'ecs.none'), /there is no type ecs.none/);
});

test('named states read back as they were given', () => {
  for (const { id } of data.models) {
    const named = engine.model({ model: id });
    assert.deepEqual(engine.model({ model: named }), named);
  }
  for (const { id, switches } of data.stacks) {
    const named = engine.workload({ stack: id });
    assert.deepEqual(engine.workload({ workload: named }), named);
    assert.deepEqual(engine.workload({ workload: switches }), named);
  }
});

test('without a model only the demands are judged', () => {
  const { error, types } = engine.rank({ demand: { bf16: true } });
  assert.equal(error, null);
  assert.ok(types.some((t) => t.fits) && types.some((t) => t.limit === 'bf16'));
});

/* ---- data and words */

test('models are the exported ones', () => {
  const records = exported('models');
  assert.equal(data.models.length, records.size);
  for (const { id, name, fields, context } of data.models) {
    const record = records.get(id);
    assert.equal(name, record.name);
    assert.equal(context, record.max_context_tokens ?? record.max_context ?? null, id);
    assert.equal(fields.architecture, record.architecture);
    for (const key of ['hidden_size', 'kv_heads', 'head_dim', 'mlp'])
      if (key in record) assert.equal(fields[key] ?? null, record[key], `${id} ${key}`);
  }
});

test('types are the exported ones', () => {
  const records = exported('types');
  assert.equal(data.types.length, records.size);
  const families = exported('families');
  for (const t of data.types) {
    const record = records.get(t.id);
    assert.deepEqual([t.vcpus, t.memory, t.gpu_memory, t.network], [record.vcpus, record.memory_gib, record.gpu_memory_total_gb, record.network_gbit_s]);
    const family = families.get(t.family);
    assert.deepEqual([t.status, t.interconnect, t.erdma], [family.status, family.interconnect, family.erdma === true], t.id);
  }
});

test('the words are there in both languages', () => {
  const zh = stringsOf('zh');
  assert.deepEqual(Object.keys(plain(zh)), Object.keys(plain(words)));
  for (const [list, prefix] of [['terms', 'term'], ['phases', 'phase'], ['warnings', 'warning'], ['reasons', 'reason'], ['limits', 'limit'],
    ['resources', 'resource'], ['advices', 'advice'], ['ways', 'way']])
    for (const id of data[list]) assert.ok(words[`${prefix}.${id}`] && zh[`${prefix}.${id}`], `${prefix}.${id}`);
  for (const [id, operands] of data.formulas)
    for (let i = 0; i < operands; i++) assert.ok(zh[`formula.${id}`].includes(`{${i}}`) === words[`formula.${id}`].includes(`{${i}}`), id);
});

test('an old browser is told apart', async () => {
  for (const missing of ['WebAssembly', 'DecompressionStream']) {
    const self = {};
    const context = vm.createContext({ self, Blob, DecompressionStream, Response, WebAssembly, atob });
    vm.runInContext(`globalThis.${missing} = undefined`, context);
    for (const name of ['calc-data.js', 'sizing.js', 'engine.js']) vm.runInContext(assetText(site, name), context);
    await assert.rejects(self.CHIPFIRST.start(), /has no WebAssembly or no DecompressionStream/);
  }
});
