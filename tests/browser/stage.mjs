// What all browser tests stand on: the sites, the servers, one browser, and pages that note everything odd.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; tests/site/browser.sh sets it`);
  return value;
}

const binary = path.resolve(setting('CHIPFIRST'));
export const work = path.resolve(setting('WORK'));

/* Builds a site into WORK/name and returns its folder. Without options it is the real one. */
export function build(name, { catalogs = ['catalog'], content = 'content', baseUrl } = {}) {
  const out = path.join(work, name);
  const options = ['build', '--out', out, '--content', content];
  for (const catalog of catalogs) options.push('--catalog', catalog);
  if (baseUrl) options.push('--base-url', baseUrl);
  const run = spawnSync(binary, options, { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`chipfirst ${options.join(' ')}\nexit code ${run.status}\n${run.stderr}`);
  return out;
}

// Before the browser: when the site cannot be built there is nothing to close.
export const site = build('site');

const browser = await chromium.launch({
  executablePath: setting('CHROMIUM'),
  args: [
    ...(process.getuid() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-gpu',
    '--disable-sync',
    '--no-first-run',
    '--no-proxy-server',
  ],
});

const server = await serve(site);

// The same site, reached in the two ways that readers reach it.
export const ways = {
  http: { name: 'http', base: server.base },
  file: { name: 'file', base: `${pathToFileURL(site).href}/` },
};
export const { http, file } = ways;
export const { replaced } = server;

export async function strike() {
  await browser.close();
  server.close();
}

/* Text of a file of the real site. */
export function textOf(name) {
  return readFileSync(path.join(site, name), 'utf8');
}

// Counted from before the first script of the page on.
function watchShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        window.shifts.push(`${entry.value} ${entry.sources.map((s) => s.node?.className || s.node?.nodeName).join(' ')}`);
  }).observe({ type: 'layout-shift', buffered: true });
}

function note(page, base) {
  const faults = [];
  const origin = base.startsWith('file:') ? base : `${new URL(base).origin}/`;
  page.on('console', (message) => {
    const { url } = message.location();
    // Browsers look for an icon at the root of the host by themselves; a test of its own asks for one.
    if (['error', 'warning'].includes(message.type()) && !url.endsWith('/favicon.ico')) faults.push(`console: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) faults.push(`request: ${request.url()}`);
  });
  page.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`));
  return faults;
}

/* Calls visit(page, faults) with a page in a profile of its own that nothing was ever stored in. `faults` fills with
 * console errors, script errors, dialogs and requests that leave the site. Options are those of a browser context. */
export async function withPage(way, options, visit) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.addInitScript(watchShifts);
    return await visit(page, note(page, way.base));
  } finally {
    await context.close();
  }
}

/* Two frames: whatever script and styles do to a loaded page is done after that. */
export async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export async function open(page, way, name) {
  await page.goto(way.base + name);
  await settle(page);
}
