// Light and dark: by system, by switch, from the first paint on; and the colours that the system forces.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everyKind, pagesOf } from './kinds.mjs';
import { file, http, open, settle, textOf, withPage } from './stage.mjs';
import { headerPicture, sortBy } from './table.mjs';

const page0 = 'en/chips/nvidia-a10.html';

/* The theme as it is seen: by the lightness of the ground. */
function seen(page) {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return a === 0 ? 'none' : r + g + b > 382 ? 'light' : 'dark';
  });
}

// Notes the theme at the moment the body begins and at DOMContentLoaded: nothing is painted before the body.
function watchTheme() {
  window.themes = [];
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    window.themes.push(document.documentElement.dataset.theme ?? '');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => window.themes.push(document.documentElement.dataset.theme ?? ''));
}

for (const way of [http, file])
  describe(`themes over ${way.name}`, () => {
    for (const system of ['light', 'dark']) {
      const other = system === 'light' ? 'dark' : 'light';
      test(`the system says ${system}, the switch ${other}`, () =>
        withPage(way, { colorScheme: system }, async (page, faults) => {
          await page.addInitScript(watchTheme);
          await open(page, way, page0);
          assert.equal(await seen(page), system);
          await page.locator('button.theme').click();
          assert.equal(await seen(page), other);
          for (const name of ['zh/index.html', 'index.html', page0]) {
            await open(page, way, name);
            assert.deepEqual(await page.evaluate(() => window.themes), [other, other], `${name}: theme at the body and at the end`);
            assert.equal(await seen(page), other, name);
          }
          await page.locator('button.theme').click();
          assert.equal(await seen(page), system);
          await page.reload();
          assert.equal(await seen(page), system);
          assert.deepEqual(faults, []);
        }));
    }

    test('a stored theme that is no theme does no harm', () =>
      withPage(way, { colorScheme: 'dark' }, async (page, faults) => {
        await open(page, way, page0);
        await page.locator('button.theme').click();
        await page.evaluate(() => {
          for (const key of Object.keys(localStorage)) localStorage.setItem(key, '"><b>purple');
        });
        await page.reload();
        await settle(page);
        assert.equal(await seen(page), 'dark');
        await page.locator('button.theme').click();
        assert.equal(await seen(page), 'light');
        assert.deepEqual(faults, []);
      }));
  });

test('the script that sets the theme blocks, and comes before the styles', () => {
  for (const kind of everyKind)
    for (const name of pagesOf(kind)) {
      const head = textOf(name).split('</head>')[0];
      const script = head.match(/<script\b[^>]*>/g) ?? [];
      assert.equal(script.length, 1, `${name}: ${script.length} scripts in the head`);
      assert.doesNotMatch(script[0], /\b(async|defer|type)\b/, name);
      assert.ok(head.indexOf('<script') < head.indexOf('rel="stylesheet"'), name);
    }
});

test('storage that is forbidden does no harm', () =>
  withPage(http, { colorScheme: 'dark' }, async (page, faults) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
    );
    await open(page, http, 'en/chips/index.html');
    await page.locator('button.theme').click();
    assert.equal(await seen(page), 'light');
    assert.ok((await page.locator('thead button').count()) > 10, 'the rest of the script did not run');
    assert.deepEqual(faults, []);
  }));

/* Pictures of the three verdict signs, by the class that names them. */
async function signs(page) {
  const pictures = {};
  for (const verdict of ['fits', 'tight', 'exceeds']) {
    const sign = page.locator(`main .legend .${verdict}`).first();
    pictures[verdict] = (await sign.screenshot()).toString('base64');
  }
  return pictures;
}

describe('the three verdicts look different', () => {
  for (const options of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
    { forcedColors: 'active', colorScheme: 'dark' },
  ])
    test(Object.values(options).join(' '), () =>
      withPage(http, options, async (page) => {
        await open(page, http, 'en/vram/lora.html');
        // By shape, for whoever cannot tell the colours apart.
        await page.evaluate(() => {
          for (const sign of document.querySelectorAll('.legend .v')) sign.style.color = 'gray';
        });
        const pictures = await signs(page);
        assert.equal(new Set(Object.values(pictures)).size, 3);
      }));
});

describe('forced colours', () => {
  test('boxes keep a border', () =>
    withPage(http, { forcedColors: 'active' }, async (page, faults) => {
      for (const name of ['scenarios/llm-lora-finetune', 'chips/nvidia-blackwell-72gb-unnamed', 'claims']) {
        await open(page, http, `en/${name}.html`);
        const bare = await page.evaluate(() =>
          [...document.querySelectorAll('.callout')].filter((box) => {
            const style = getComputedStyle(box);
            return style.borderInlineStartStyle === 'none' || parseFloat(style.borderInlineStartWidth) === 0;
          }).length,
        );
        assert.equal(bare, 0, name);
      }
      assert.deepEqual(faults, []);
    }));

  test('the focus is seen', () =>
    withPage(http, { forcedColors: 'active' }, async (page) => {
      await open(page, http, 'en/chips/index.html');
      for (let i = 0; i < 30; i++) {
        await page.keyboard.press('Tab');
        const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
        assert.notEqual(outline, 'none', await page.evaluate(() => document.activeElement.outerHTML));
      }
    }));

  test('the three states of a header look different', () =>
    withPage(http, { forcedColors: 'active' }, async (page) => {
      await open(page, http, 'en/chips/index.html');
      const pictures = [await headerPicture(page, 'chips', 1)];
      for (const direction of ['ascending', 'descending']) {
        await sortBy(page, 'chips', 1, direction);
        pictures.push(await headerPicture(page, 'chips', 1));
      }
      assert.equal(new Set(pictures).size, 3);
    }));
});
