// On paper: black on white whatever theme the screen shows, nothing cut, the targets of links readable.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { kinds, themes } from './kinds.mjs';
import { http, open, settle, withPage } from './stage.mjs';

// A4 less 14 mm on either side, in CSS pixels.
const paper = { width: 687, height: 1000 };

/* Colours of all texts that would be printed, and their contrast against white paper. */
function contrasts() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  // Painted over white, so that half transparent letters count as what they look like.
  const onWhite = (colour) => {
    canvas.fillStyle = '#fff';
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const seen = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    const colour = getComputedStyle(element).color;
    if (!seen.has(colour)) seen.set(colour, { colour, element: `${element.localName}.${element.className}`, ratio: 1.05 / (luminance(onWhite(colour)) + 0.05) });
  }
  return [...seen.values()];
}

// Ink is only put down where the printer was asked to: the ground stays white unless a style insists.
function insisting() {
  return [...document.querySelectorAll('html, body, main, table, th, td, section, pre, code')]
    .filter((element) => getComputedStyle(element).printColorAdjust === 'exact')
    .map((element) => element.localName);
}

async function toPaper(page, name, system, chosen) {
  await page.emulateMedia({ media: 'screen', colorScheme: system });
  await open(page, http, name);
  if (chosen !== system) await page.locator('button.theme').click();
  await page.emulateMedia({ media: 'print', colorScheme: system });
  await settle(page);
}

/* The drawing orders of all pages of a PDF; dates and ids are elsewhere in the file. */
function drawingsOf(pdf) {
  const streams = [];
  for (const { index } of pdf.toString('latin1').matchAll(/\/FlateDecode[^]{0,80}?stream\r?\n/g)) {
    const start = pdf.indexOf('stream', index + '/FlateDecode'.length) + 'stream'.length;
    const body = pdf.subarray(start + (pdf[start] === 13 ? 2 : 1), pdf.indexOf('endstream', start));
    const text = inflateSync(body, { finishFlush: 2 }).toString('latin1');
    if (/\bBT\b/.test(text)) streams.push(text);
  }
  return streams;
}

/* Fill colours of a drawing that are light, of those that are set right before letters are shown. */
function lightInk(drawing) {
  let fill = [0, 0, 0];
  const light = new Set();
  for (const [, r, g, b, operator] of drawing.matchAll(/(?:([\d.]+) ([\d.]+) ([\d.]+) )?\b(rg|Tj|TJ)\b/g)) {
    if (operator === 'rg' && r !== undefined) fill = [r, g, b].map(Number);
    else if (fill.every((channel) => channel > 0.6)) light.add(fill.join(' '));
  }
  return [...light];
}

describe('print', { concurrency: 2 }, () => {
  for (const kind of kinds)
    test(kind.name, async () => {
      await withPage(http, { viewport: paper }, async (page, faults) => {
        for (const [system, chosen] of [
          ['light', 'light'],
          ['dark', 'dark'],
          ['light', 'dark'],
        ]) {
          const name = `en/${kind.page}.html`;
          await toPaper(page, name, system, chosen);
          const pale = (await page.evaluate(contrasts)).filter((text) => text.ratio < 4.5);
          assert.deepEqual(pale, [], `${name}, system ${system}, chosen ${chosen}`);
          assert.deepEqual(await page.evaluate(insisting), [], name);
        }
        assert.deepEqual(faults, []);
      });
    });
});

describe('print cuts nothing', { concurrency: 2 }, () => {
  for (const kind of kinds)
    test(kind.name, () =>
      withPage(http, { viewport: paper }, async (page) => {
        for (const lang of ['en', 'zh']) {
          await toPaper(page, `${lang}/${kind.page}.html`, 'light', 'light');
          const cut = await page.evaluate(() =>
            [...document.querySelectorAll('.table-scroll, pre')].filter((frame) => frame.scrollWidth > frame.clientWidth + 1).map((frame) => `${frame.scrollWidth} > ${frame.clientWidth}`),
          );
          const heads = await page.evaluate(() => [...document.querySelectorAll('thead')].filter((head) => getComputedStyle(head).display !== 'table-header-group').length);
          assert.deepEqual(cut, [], lang);
          assert.equal(heads, 0, 'a head that is not repeated on each sheet');
        }
      }));
});

describe('PDF', () => {
  for (const name of ['en/scenarios/llm-lora-finetune.html', 'zh/chips/nvidia-a10.html', 'en/chips/index.html'])
    test(`${name} is the same sheet of paper in every theme`, () =>
      withPage(http, {}, async (page) => {
        const drawings = [];
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme });
          await open(page, http, name);
          drawings.push(drawingsOf(await page.pdf({ format: 'A4' })));
        }
        assert.ok(drawings[0].length > 0, 'no text in the PDF');
        assert.deepEqual(drawings[0].flatMap(lightInk), []);
        assert.deepEqual(drawings[1], drawings[0]);
      }));
});

test('links to other sites print their addresses, links inside do not', () =>
  withPage(http, {}, async (page) => {
    await toPaper(page, 'en/chips/nvidia-a10.html', 'light', 'light');
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('main a[href]')].map((link) => ({
        outside: /^https?:/.test(link.getAttribute('href')),
        printed: getComputedStyle(link, '::after').content.includes('attr(href)') || getComputedStyle(link, '::after').content.includes(link.getAttribute('href')),
      })),
    );
    assert.ok(links.some((link) => link.outside));
    assert.ok(links.every((link) => link.outside === link.printed));
  }));

test('a printed page says what facts it is made from', () =>
  withPage(http, { viewport: paper }, async (page) => {
    await toPaper(page, 'en/chips/nvidia-a10.html', 'dark', 'dark');
    assert.match(await page.locator('footer .digest').innerText(), /^[0-9a-f]{12}$/);
  }));
