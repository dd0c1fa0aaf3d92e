// On paper: black on white whatever theme the screen shows, nothing cut, the targets of links readable.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { kinds, pagesOf, themes } from './kinds.mjs';
import { http, open, settle, withPage } from './stage.mjs';

// CSS pixels: A4 less two margins of 14 mm is 688, and there a letter of 7.5 pt has its size. At 860 it has 6 pt.
const widest = 860;

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

/* Faults of what the page would print as it stands. */
async function faultsOnPaper(page, system, chosen) {
  await page.emulateMedia({ media: 'screen', colorScheme: system });
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  if ((theme ?? system) !== chosen) await page.locator('button.theme').click();
  await page.emulateMedia({ media: 'print', colorScheme: system });
  await settle(page);
  const pale = (await page.evaluate(contrasts)).filter((text) => text.ratio < 4.5);
  const grounds = await page.evaluate(insisting);
  return [...pale.map((text) => ({ system, chosen, ...text })), ...grounds];
}

/* Notes how the page is laid out while it is printed: how wide the sheet is, and what of tables and code is beyond
 * its edge by more than a millimetre. A browser enlarges the sheet, that is, it shrinks the letters, until the widest
 * table has its place; a table that asks for a page of its own lies across (A4 less the same margins). */
function watchSheet() {
  window.sheets = [];
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (!matches) return;
    const width = document.documentElement.clientWidth;
    const lies = (element) => getComputedStyle(element.closest('.table-scroll') ?? element).page !== 'auto';
    const edge = (element) => Math.round(element.getBoundingClientRect().right - (lies(element) ? (width * 269) / 182 : width));
    const ends = [...document.querySelectorAll('main tr > :last-child, main pre > code')];
    const heads = [...document.querySelectorAll('thead')].map((head) => getComputedStyle(head).display);
    window.sheets.push({
      width,
      lying: ends.some(lies),
      cut: ends.filter((element) => edge(element) > 4).map((element) => `${edge(element)} px of "${element.textContent.slice(0, 40)}"`),
      heads: [...new Set(heads)],
    });
  });
}

async function faultsOfSheet(page, name) {
  await page.emulateMedia({ media: null, colorScheme: 'light' });
  const pdf = await page.pdf({ format: 'A4' });
  const [sheet] = await page.evaluate(() => window.sheets);
  const faults = sheet.cut.slice(0, 5).map((text) => `${name}: beyond the edge of the sheet: ${text}`);
  if (sheet.width > widest) faults.push(`${name}: printed on a sheet ${sheet.width} px wide, so with letters too small`);
  if (sheet.heads.some((display) => display !== 'table-header-group')) faults.push(`${name}: a head is not repeated on each sheet`);
  const lying = [...pdf.toString('latin1').matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g)].some(([, w, h]) => Number(w) > Number(h));
  if (sheet.lying && !lying) faults.push(`${name}: no sheet lies across, so a wide table is cut`);
  return faults;
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
    test(kind.name, () =>
      withPage(http, {}, async (page, faults) => {
        await page.addInitScript(watchSheet);
        for (const name of pagesOf(kind)) {
          await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
          await open(page, http, name);
          faults.push(...(await faultsOfSheet(page, name)));
          for (const [system, chosen] of [
            ['light', 'light'],
            ['dark', 'dark'],
            ['light', 'dark'],
          ])
            faults.push(...(await faultsOnPaper(page, system, chosen)));
        }
        assert.deepEqual(faults, []);
      }));
});

describe('PDF', () => {
  for (const name of ['en/scenarios/llm-lora-finetune.html', 'zh/chips/nvidia-a10.html', 'en/chips/index.html', 'en/calculator.html'])
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
    await open(page, http, 'en/sources.html');
    await page.emulateMedia({ media: 'print' });
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('main a[href]')].map((link) => ({
        address: link.getAttribute('href'),
        printed: /attr\(href\)|https?:/.test(getComputedStyle(link, '::after').content),
      })),
    );
    assert.ok(links.some((link) => /^https?:/.test(link.address)));
    for (const link of links) assert.equal(link.printed, /^https?:/.test(link.address), link.address);
  }));

test('a printed page says what facts it is made from', () =>
  withPage(http, {}, async (page) => {
    await open(page, http, 'en/chips/nvidia-a10.html');
    await page.emulateMedia({ media: 'print' });
    assert.match(await page.locator('footer .digest').innerText(), /^[0-9a-f]{12}$/);
  }));
