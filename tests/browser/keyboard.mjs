// The page by keyboard alone, and enlarged.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everyKind, kinds, pagesOf } from './kinds.mjs';
import { file, http, open, settle, withPage } from './stage.mjs';

// What comes into sight slowly would have to be waited for.
const still = { reducedMotion: 'reduce' };

/* What has the focus: its place among all elements, its text, whether it is seen and whether the focus is. */
function focused() {
  const element = document.activeElement;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return {
    index: [...document.querySelectorAll('*')].indexOf(element),
    what: `${element.localName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`,
    seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    marked: (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none',
    body: element === document.body,
  };
}

/* Tab from the top to the bottom; every stop once. */
async function walk(page) {
  const stops = [];
  for (let i = 0; i < 400; i++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focused);
    if (stop.body || stop.index === stops[0]?.index) return stops;
    stops.push(stop);
  }
  return stops;
}

/* All that can take the focus by Tab, by their places among all elements. */
function focusable() {
  const all = [...document.querySelectorAll('*')];
  return all
    .filter((e) => e.matches('a[href], button, input, select, textarea, summary, [tabindex="0"]'))
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('[hidden], details:not([open]) > :not(summary)'))
    .map((e) => all.indexOf(e));
}

describe('Tab', { concurrency: 2 }, () => {
  for (const name of ['en/index.html', 'zh/chips/nvidia-a10.html', 'en/scenarios/llm-lora-finetune.html', 'en/scenarios/index.html'])
    test(`${name}: reaches everything once, in the order of the page, and is seen`, () =>
      withPage(http, still, async (page) => {
        await open(page, http, name);
        const expected = await page.evaluate(focusable);
        const stops = await walk(page);
        assert.ok(expected.length > 15);
        assert.deepEqual(
          stops.map((stop) => stop.index),
          expected,
        );
        assert.deepEqual(
          stops.filter((stop) => !stop.seen || !stop.marked).map((stop) => stop.what),
          [],
        );
      }));
});

describe('the first stop skips to the content', { concurrency: 2 }, () => {
  for (const kind of kinds)
    test(kind.name, () =>
      withPage(file, still, async (page) => {
        for (const name of pagesOf(kind)) {
          await open(page, file, name);
          await page.keyboard.press('Tab');
          const stop = await page.evaluate(focused);
          assert.match(stop.what, /^a\.skip: ./, name);
          assert.ok(stop.seen && stop.marked, `${name}: the skip link is not seen`);
          await page.keyboard.press('Enter');
          await settle(page);
          assert.equal(new URL(page.url()).hash, '#main');
          await page.keyboard.press('Tab');
          const next = await page.evaluate(() => document.querySelector('main').contains(document.activeElement));
          const empty = await page.evaluate(() => document.querySelectorAll('main :is(a[href], button, input, [tabindex="0"])').length === 0);
          assert.ok(next || empty, `${name}: the next stop is not in the content`);
        }
      }));
});

test('a table that is wider than the page scrolls by keys', () =>
  withPage(http, { viewport: { width: 320, height: 800 } }, async (page) => {
    await open(page, http, 'en/chips/index.html');
    const frame = page.locator('.table-scroll');
    await frame.focus();
    const before = await frame.evaluate((e) => e.scrollLeft);
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await page.waitForFunction((was) => document.querySelector('.table-scroll').scrollLeft > was, before);
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollLeft), 0);
  }));

// Twice as large in a window of 640 px leaves 320 px for the page; a reader may also enlarge the letters alone.
describe('at 200 %', { concurrency: 2 }, () => {
  const width = (page) => page.evaluate(() => document.scrollingElement.scrollWidth);

  for (const kind of everyKind)
    test(kind.name, () =>
      withPage(http, { deviceScaleFactor: 2 }, async (page, faults) => {
        for (const name of pagesOf(kind)) {
          await page.setViewportSize({ width: 320, height: 400 });
          await open(page, http, name);
          assert.ok((await width(page)) <= 320, `${name}: ${await width(page)} px wide in 320`);
          await page.setViewportSize({ width: 1280, height: 800 });
          await page.evaluate(() => {
            document.documentElement.style.fontSize = '200%';
          });
          await settle(page);
          assert.ok((await width(page)) <= 1280, `${name}: ${await width(page)} px wide in 1280 with letters of 200 %`);
        }
        assert.deepEqual(faults, []);
      }));
});
