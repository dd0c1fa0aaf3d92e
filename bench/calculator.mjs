// Times the calculator's engine in Chromium: calculator.mjs SITE
//
// The page is opened from disk; each number is the median of RUNS recomputations of one state: memory term by term, every type
// with layout, speed and order, every chip. The first runs, before the browser has compiled anything, are not counted.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const RUNS = 101;
const LIMITS = { without: 5, with: 20 };
const STATES = [
  { model: 'qwen2.5-7b', workload: { method: 'lora', seq: 1024 } },
  { model: 'qwen2.5-72b', workload: { method: 'inference', seq: 8192, batch: 32 } },
  { model: 'llama-3.1-70b', workload: { method: 'full', seq: 4096 }, machines: 8, run: { token_budget: 1e9 } },
  { model: 'deepseek-v3', workload: { method: 'inference', seq: 32768, batch: 8 }, machines: 2 },
  { model: 'llama-3.1-405b', workload: { method: 'qlora', seq: 8192, checkpointing: 'none' } },
];

/* Runs in the page. */
async function measure({ states, runs }) {
  const { CHIPFIRST } = self;
  const engine = await CHIPFIRST.start();
  const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
  const time = (state) => {
    const times = [];
    for (let run = -20; run < runs; run++) {
      const start = performance.now();
      engine.estimate(state);
      engine.rank(state);
      engine.chips(state);
      if (run >= 0) times.push(performance.now() - start);
    }
    return median(times);
  };
  return states.map((state) => {
    const { error, types } = engine.rank(state);
    if (error) throw new Error(`${state.model}: ${error.reason} at ${error.field}`);
    return { fits: types.filter((t) => t.fits).length, types: types.length, without: time(state), with: time({ ...state, with_changes: true }) };
  });
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: [...(process.getuid() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--no-first-run', '--no-proxy-server'],
});
try {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path.resolve(process.argv[2], 'en/calculator.html')).href);
  const rows = await page.evaluate(measure, { states: STATES, runs: RUNS });
  const zipped = Buffer.from(await page.evaluate(() => self.CHIPFIRST.module), 'base64');
  console.log(`module: ${zipped.length} bytes as sent, ${gunzipSync(zipped).length} unpacked`);
  console.log('  without    with  fits  of  (median ms)');
  rows.forEach((row, i) => {
    const { model, workload } = STATES[i];
    const number = (value) => value.toFixed(2).padStart(7);
    console.log(`  ${number(row.without)} ${number(row.with)} ${String(row.fits).padStart(5)} ${row.types}  ${model} ${workload.method}`);
  });
  for (const [kind, limit] of Object.entries(LIMITS)) {
    const slowest = Math.max(...rows.map((row) => row[kind]));
    console.log(`${kind} smallest changes: ${slowest.toFixed(2)} ms at most, of ${limit}`);
    if (slowest > limit) process.exitCode = 1;
  }
} finally {
  await browser.close();
}
