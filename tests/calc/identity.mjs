// The native module against WebAssembly: identity.mjs NATIVE SITE SEED COUNT
//
// NATIVE (tests/calc/native.c) writes random cases and the hashes of its results; each case goes through the module that the
// site carries, in the same arrays, and its results have to have the same hash: every bit of every double, every character.
import { spawn } from 'node:child_process';
import { gunzipSync } from 'node:zlib';
import { loadScripts } from './engine.mjs';

const [native, site, seed, count] = process.argv.slice(2);
const CANDIDATES = 3;
const chipfirst = loadScripts(site);
const { layout } = chipfirst.packed;
const ops = layout.ops.split(' ');
const reasons = [null, ...chipfirst.data.reasons];
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(gunzipSync(Buffer.from(chipfirst.module, 'base64'))));

const HEAD = 2;
const typesSize = CANDIDATES * layout.candidate_size;
const pricesSize = CANDIDATES * layout.prices_size;
const caseBytes = 8 * (HEAD + layout.in_size + typesSize + pricesSize + 1);
const bytes = (at, doubles) => new Uint8Array(exports.memory.buffer, at, 8 * doubles);
const parts = [bytes(exports.in(), layout.in_size), bytes(exports.types(), typesSize), bytes(exports.prices(), pricesSize)];
const outDoubles = layout.rank_answers + CANDIDATES * layout.answer_size;
const words = new Uint32Array(exports.memory.buffer, exports.out(), 2 * outDoubles);
const doubles = new Float64Array(exports.memory.buffer, exports.out(), outDoubles);
const text = new Uint8Array(exports.memory.buffer, exports.text());

/* SYNC: hash_output of native.c */
let a = 0;
let b = 0;
function addWord(word) {
  a = Math.imul(a ^ word, 16777619);
  b = Math.imul(((b << 7) | (b >>> 25)) + word, 2654435761);
}

function addDoubles(from, n) {
  for (let i = 2 * from; i < 2 * (from + n); i++) addWord(words[i]);
}

function hashOutput(op, candidates) {
  a = 2166136261 | 0;
  b = 1;
  if (op === 'digits') {
    for (let i = 0; i < doubles[0]; i++) addWord(text[i]);
    return;
  }
  addDoubles(0, 3);
  if (doubles[0] > 0) return;
  if (op === 'estimate') addDoubles(0, layout.estimate_size);
  else if (op === 'advise') addDoubles(0, layout.advise_size);
  else {
    addDoubles(layout.rank_order, candidates);
    addDoubles(layout.rank_answers, candidates * layout.answer_size);
  }
}

let cases = 0;
let different = 0;
const seen = new Set();

function report(op, input) {
  different++;
  if (different > 5) return;
  const reason = op === 'digits' ? '' : ` (${reasons[doubles[0]] ?? 'not refused'})`;
  console.log(`identity: case ${cases} differs, ${op}${reason}, input ${input.toString('hex').slice(0, 64)}…`);
}

function runCase(at) {
  const op = ops[at.readDoubleLE(0)];
  let from = 8 * HEAD;
  for (const part of parts) {
    part.set(at.subarray(from, from + part.length));
    from += part.length;
  }
  exports.run(ops.indexOf(op));
  hashOutput(op, at.readDoubleLE(8));
  if (op === 'estimate') seen.add(reasons[doubles[0]] ?? 'fine');
  if (at.readInt32LE(from) !== a || at.readInt32LE(from + 4) !== b) report(op, at);
  cases++;
}

const child = spawn(native, ['catalog', seed, count], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = new Promise((resolve) => child.on('close', resolve));
let rest = Buffer.alloc(0);
for await (const chunk of child.stdout) {
  const all = rest.length ? Buffer.concat([rest, chunk]) : chunk;
  let at = 0;
  for (; at + caseBytes <= all.length; at += caseBytes) runCase(all.subarray(at, at + caseBytes));
  rest = all.subarray(at);
}
const code = await ended;
const missing = reasons.slice(1).filter((reason) => !seen.has(reason) && reason !== 'above_one');
if (missing.length) console.log(`identity: no case was refused for ${missing.join(', ')}`);
console.log(`identity: ${cases} random cases, ${different} differ`);
process.exitCode = code === 0 && rest.length === 0 && cases === Number(count) && different === 0 && missing.length === 0 ? 0 : 1;
