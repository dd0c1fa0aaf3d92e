// Any text as the query of the calculator: node tests/calc/queries.mjs SITE SEED RUNS
//
// Reading never fails; what was read, written and read again is the same, without a fault; nothing outside the state changes.
import assert from 'node:assert/strict';
import vm from 'node:vm';
import { assetText } from './engine.mjs';

const [site, seed, runs] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const context = vm.createContext({ Blob, DecompressionStream, Response, URLSearchParams, WebAssembly, atob });
vm.runInContext('globalThis.self = globalThis', context);
for (const name of ['calc-data.js', 'sizing.js', 'engine.js', 'calc-state.js']) vm.runInContext(assetText(site, name), context, { filename: name });
const { CHIPFIRST } = context;
const { data } = await CHIPFIRST.start();
const { read, write, empty } = CHIPFIRST.state;

let state = seed >>> 0;
const below = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const pick = (list) => list[below(list.length)];

const idsOf = (list) => list.map((one) => one.id);
const fields = Object.values(data.fields).flatMap(idsOf);
const keys = [...fields, ...data.fields.prices.flatMap((price) => [`${price.id}.${data.types[0].id}`, `${price.id}.`]), 'model', 'stack', 'on', 'type', 'bf16', 'fp8', 'erdma',
  'interconnect', 'min_gpus', 'machines', 'catalog', '__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'length', ''];
const values = [...Object.values(data.enums).flat(), ...idsOf(data.models), ...idsOf(data.stacks), ...idsOf(data.chips), ...idsOf(data.types), 'custom', 'latest', data.digest,
  '0', '1', '2', '8', '-1', '0.5', '1e3', '1e-300', '1e400', '9007199254740992', '9007199254740993', '007', 'true', 'false', 'NaN', 'Infinity', '0x10', '１', 'nvlink,pcie', ',',
  '%', '%41', '%00', '%E4', '%F0%9F', '+', ' ', '&', '=', '#', '?', '<', '"', "'", '\u202e', '\ud800', '__proto__', 'toString', ''];

const lists = new Map(Object.entries({ model: [...idsOf(data.models), 'custom'], stack: idsOf(data.stacks), on: idsOf(data.chips), type: idsOf(data.types), interconnect: data.enums.interconnect }));
const kinds = new Map(Object.values(data.fields).flat().map((field) => [field.id, field.kind]));

/* A value that the key may have, mostly. */
function fitting(key) {
  const kind = kinds.get(key.split('.')[0]);
  return pick(lists.get(key) ?? data.enums[kind] ?? (kind === 'bool' ? ['0', '1', 'true', 'false'] : ['1', '2', '8', '4096', '0.5', '1e3', '9007199254740992']));
}

function piece() {
  const key = pick(keys);
  const value = below(3) > 0 ? fitting(key) : below(4) === 0 ? pick(values) + pick(values) : pick(values);
  return [`${key}=${value}`, `${key}=${encodeURIComponent(value.toWellFormed?.() ?? value.replace(/[\ud800-\udfff]/g, ''))}`, key, value, `${key}==${value}`][Math.max(0, below(9) - 4)];
}

/* Pairs, mostly well-formed, with a few characters changed, taken out or doubled. */
function query() {
  let text = Array.from({ length: below(8) }, piece).join('&');
  for (let n = below(3) === 0 ? below(5) : 0; n > 0 && text; n--) {
    const at = below(text.length);
    const with_ = pick([text[at] + text[at], '', String.fromCharCode(below(0x180)), pick(values)]);
    text = text.slice(0, at) + with_ + text.slice(at + 1);
  }
  return pick(['', '?']) + text;
}

/* As a text that does not depend on the order in which members were set. */
const shape = (value) => JSON.stringify(value, (key, one) => (one && typeof one === 'object' && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one));
const untouched = shape(empty());
let kept = 0;
for (let i = 0; i < runs; i++) {
  const text = query();
  try {
    const first = read(data, text);
    const written = write(data, first.state);
    const again = read(data, written);
    assert.equal(shape(again.faults), '[]', written);
    assert.equal(write(data, again.state), written);
    assert.equal(shape({ ...again.state, catalog: '' }), shape({ ...first.state, catalog: '' }), written);
    kept += written !== '';
  } catch (error) {
    throw new Error(`${JSON.stringify(text)} (run ${i}): ${error.message}`, { cause: error });
  }
}
assert.equal(shape(empty()), untouched);
const own = 'Object.getOwnPropertyNames(Object.prototype).sort().join()';
assert.equal(vm.runInContext(own, context), vm.runInContext(own, vm.createContext({})));
assert.ok(kept > runs / 5, `only ${kept} of ${runs} queries said anything`);
console.log(`queries: ${runs} runs, ${kept} of them with a state, no finding`);
