// The worked cases of speed and cost in WebAssembly: rows.mjs CALC_ROWS MODULE
//
// CALC_ROWS (tests/calc/rows_native.c) writes each row with what native code computes; the module computes it from the same bytes.
// Both have to be equal in every bit, and equal to the expected value in its printed digits.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [native, module] = process.argv.slice(2);
const EXPECTED = 32;
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(module)));
const run = spawnSync(native, ['catalog/measured', 'tests/data/speed-cases.txt'], { maxBuffer: 1 << 24 });
const row = new Uint8Array(exports.memory.buffer, exports.row(), exports.size());
const rowBytes = row.length + 8 + EXPECTED;
const rows = readFileSync('tests/data/speed-cases.txt', 'utf8').split('\n').filter((line) => line && line[0] !== '#').length;

let failed = run.status === 0 && run.stdout.length === rows * rowBytes ? 0 : 1;
if (failed) console.log(`rows: exit code ${run.status}, ${run.stdout.length} bytes for ${rows} rows of ${rowBytes}\n${run.stderr}`);
for (let at = 0; at + rowBytes <= run.stdout.length; at += rowBytes) {
  row.set(run.stdout.subarray(at, at + row.length));
  const value = exports.value();
  const expected = run.stdout.toString('latin1', at + row.length + 8, at + rowBytes).split('\0')[0];
  const formula = run.stdout.toString('latin1', at, at + EXPECTED).split('\0')[0];
  const isSame = Object.is(value, run.stdout.readDoubleLE(at + row.length));
  if (isSame && Number(value.toPrecision(12)) === Number(Number(expected).toPrecision(12))) continue;
  failed++;
  console.log(`rows: ${formula}: ${value}, natively ${run.stdout.readDoubleLE(at + row.length)}, expected ${expected}`);
}
console.log(`rows: ${rows} worked cases, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
