// Every kind of page, over http and from disk, in both languages and themes, narrow to wide.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everyKind, kindsOnDisk, pagesOf, themes, widths } from './kinds.mjs';
import { file, http, open, withPage } from './stage.mjs';

async function faultsOfView(page, width) {
  const view = await page.evaluate(() => ({
    content: document.scrollingElement.scrollWidth,
    window: window.innerWidth,
    shifts: window.shifts,
  }));
  const faults = view.shifts.map((shift) => `layout shift: ${shift}`);
  if (view.window !== width) faults.push(`the window is ${view.window} px wide`);
  if (view.content > width) faults.push(`the page is ${view.content} px wide and scrolls sideways`);
  return faults;
}

// Opened anew for each view: a page has to be right when it is opened at a width, not when it is pulled to it.
async function faultsOf(page, way, name) {
  const found = [];
  for (const colorScheme of themes)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await open(page, way, name);
      let faults = await faultsOfView(page, width);
      if (faults.length > 0) {
        // On a busy machine the parser may rest anywhere, and what was painted then moves; the page's own faults come again.
        await open(page, way, name);
        faults = await faultsOfView(page, width);
      }
      for (const fault of faults) found.push(`${name} ${colorScheme} ${width}: ${fault}`);
    }
  return found;
}

for (const way of [http, file])
  describe(`pages over ${way.name}`, { concurrency: 2 }, () => {
    for (const kind of way === file ? kindsOnDisk : everyKind)
      test(kind.name, async () => {
        const found = await withPage(way, {}, async (page, faults) => {
          for (const name of pagesOf(kind)) faults.push(...(await faultsOf(page, way, name)));
          return faults;
        });
        assert.deepEqual(found, []);
      });
  });
