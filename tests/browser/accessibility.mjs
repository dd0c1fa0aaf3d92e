// axe over every kind of page, in both languages and themes; and the pages without script.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { everyKind, kinds, pagesOf } from './kinds.mjs';
import { http, open, settle, textOf, withPage } from './stage.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/* What axe finds on the page as it stands; values: only these rules. The page needs window.axe: see addAxe. */
export async function violations(page, name, values) {
  const found = await page.evaluate(
    (runOnly) => window.axe.run(document, { preload: false, resultTypes: ['violations'], ...(runOnly && { runOnly }) }),
    values && { type: 'rule', values },
  );
  return found.violations.flatMap((v) =>
    v.nodes.slice(0, 5).map((node) => `${name}: ${v.id}: ${node.target} ${node.any[0]?.message ?? v.help}`),
  );
}

export function addAxe(page) {
  return page.evaluate(axe);
}

/* Violations of the page in both themes. The elements are the same in both, so the second looks at colours only. */
async function violationsOf(page, name) {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, http, name);
  await addAxe(page);
  const found = await violations(page, `${name} light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  return [...found, ...(await violations(page, `${name} dark`, ['color-contrast', 'link-in-text-block']))];
}

describe('axe finds nothing', { concurrency: 2 }, () => {
  for (const kind of everyKind)
    test(kind.name, async () => {
      const found = [];
      await withPage(http, { viewport: { width: 1000, height: 800 } }, async (page) => {
        for (const name of pagesOf(kind)) found.push(...(await violationsOf(page, name)));
      });
      assert.deepEqual(found, []);
    });
});

/* What a reader sees: the first cell of every row of every table, whatever of the rest is not shown, and controls. */
function look() {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().height > 0;
  const closed = (element) => element.closest('details:not([open])') !== null;
  const name = (element) => element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
  const main = document.querySelector('main');
  return {
    rows: [...main.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((c) => c.dataset.sort ?? name(c)).join('|')),
    hidden: [...main.querySelectorAll('h1, h2, h3, p, li, dt, dd, th, td, caption')].filter((e) => !seen(e) && !closed(e)).map(name),
    controls: [...document.querySelectorAll('button, input, select')].filter(seen).map((e) => e.outerHTML),
  };
}

/* A look at each page of the kind, with or without script. */
function looks(kind, javaScriptEnabled) {
  return withPage(http, { javaScriptEnabled }, async (page, faults) => {
    const seen = [];
    for (const name of pagesOf(kind)) {
      await page.goto(http.base + name);
      seen.push(await page.evaluate(look));
    }
    assert.deepEqual(faults, []);
    return seen;
  });
}

// The script may only add: what is there without it is complete and in the order that the script leaves it in.
describe('without script', { concurrency: 2 }, () => {
  for (const kind of kinds)
    test(kind.name, async () => {
      const [plain, scripted] = [await looks(kind, false), await looks(kind, true)];
      for (const [i, name] of pagesOf(kind).entries()) {
        if (!kind.needsScript) assert.deepEqual(plain[i].hidden, [], `${name}: text that is not shown`);
        assert.deepEqual(plain[i].controls, [], `${name}: controls that can do nothing`);
        if (!kind.needsScript) assert.deepEqual(plain[i].rows, scripted[i].rows, `${name}: rows`);
      }
    });
});

describe('tables without script hold all records', () => {
  for (const name of ['chips', 'families', 'types', 'models'])
    test(name, async () => {
      const { records } = JSON.parse(textOf(`data/${name}.json`));
      for (const lang of ['en', 'zh']) {
        const ids = await withPage(http, { javaScriptEnabled: false }, async (page) => {
          await page.goto(`${http.base}${lang}/${name}/index.html`);
          return page.evaluate(() => [...document.querySelectorAll('table.sortable tbody tr')].map((row) => row.id));
        });
        assert.deepEqual(ids.sort(), records.map((record) => record.id).sort());
      }
    });
});
