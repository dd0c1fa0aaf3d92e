// Sorting: numbers as numbers, missing values last, by keyboard and for those who hear the page.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { http, open, replaced, textOf, withPage } from './stage.mjs';
import { columnOf, headerPicture, said, sortBy, sortsOf } from './table.mjs';

// Name, memory and its sort key, compute capability and its sort key. Keys are what the generator would write.
const memories = [
  ['a', '96', '96', 'gn10x', 'gn10x'],
  ['b', '8', '8', 'gn9', 'gn9'],
  ['c', '64', '64', 'gn7i', 'gn7i'],
  ['d', '4', '4', '–', ''],
  ['e', '320', '320', 'beta', 'beta'],
  ['f', 'not published', '', 'alpha', 'alpha'],
  ['g', '8', '8', 'gn9', 'gn9'],
  ['h', '64', '64', 'gn10', 'gn10'],
  ['i', '½', '0.5', 'gn7', 'gn7'],
  ['j', '–', '', '–', ''],
  ['k', '1 000', '1000', 'gn100', 'gn100'],
  ['l', '8', '8', 'gn9', 'gn9'],
  ['m', 'none', '0', 'alpha', 'alpha'],
  ['n', '¼', '0.25', 'gn8', 'gn8'],
];

const expected = {
  memory: { ascending: 'mnidbglchaekfj', descending: 'keachbgldinmfj' },
  text: { ascending: 'fmeicnbglhakdj', descending: 'kahbglnciefmdj' },
};

function cell(tag, kind, key, text) {
  return `<${tag} class="${kind}" data-sort="${key}">${text}</${tag}>`;
}

function row([name, memory, memoryKey, text, textKey]) {
  const first = `<th scope="row" class="txt" data-sort="${name}">${name}</th>`;
  return `<tr id="row-${name}">${first}${cell('td', 'num', memoryKey, memory)}${cell('td', 'txt', textKey, text)}</tr>`;
}

/* The index of chips with three of its columns and the rows above: name, memory, compute capability. */
function smallTable(html) {
  const columns = html.match(/<th scope="col"[^]*?<\/th>/g);
  const text = columns.findLastIndex((column) => column.includes('class="txt"') && !column.includes('num'));
  const thead = `<thead><tr>${columns[0]}${columns[1]}${columns[text]}</tr></thead>`;
  return html.replace(/<thead>[^]*<\/tbody>/, `${thead}<tbody>${memories.map(row).join('\n')}</tbody>`);
}

const small = 'en/small.html';

async function orderOf(page) {
  return (await columnOf(page, 'chips', 0)).join('');
}

describe('sorting', () => {
  before(() => {
    replaced.set(`/${small}`, smallTable(textOf('en/chips/index.html')).replaceAll('../../assets', '../assets'));
  });

  for (const [column, name] of [
    [1, 'memory'],
    [2, 'text'],
  ])
    for (const direction of ['ascending', 'descending'])
      test(`by ${name}, ${direction}: missing last, ties as they stood`, () =>
        withPage(http, {}, async (page, faults) => {
          await open(page, http, small);
          await sortBy(page, 'chips', 0, 'descending');
          await sortBy(page, 'chips', column, direction);
          assert.equal(await orderOf(page), expected[name][direction]);
          assert.deepEqual(faults, []);
        }));

  test('a header says how it is sorted, and no other does', () =>
    withPage(http, {}, async (page) => {
      await open(page, http, small);
      await sortBy(page, 'chips', 1, 'descending');
      await sortBy(page, 'chips', 2, 'ascending');
      const sorted = (await sortsOf(page, 'chips')).map((sort) => sort.replace('none', ''));
      assert.deepEqual(sorted, ['', '', 'ascending']);
    }));

  test('the header keeps its role and holds a button', () =>
    withPage(http, {}, async (page) => {
      await open(page, http, 'en/chips/index.html');
      const headers = await page.getByRole('columnheader').count();
      const buttons = await page.getByRole('columnheader').getByRole('button').count();
      assert.ok(headers > 10, `${headers} headers`);
      assert.equal(buttons, headers);
      assert.equal(await page.locator('thead th:not([scope="col"])').count(), 0);
    }));

  test('the three states of a header look different', () =>
    withPage(http, {}, async (page) => {
      await open(page, http, small);
      const unsorted = await headerPicture(page, 'chips', 1);
      await sortBy(page, 'chips', 1, 'ascending');
      const ascending = await headerPicture(page, 'chips', 1);
      await sortBy(page, 'chips', 1, 'descending');
      const descending = await headerPicture(page, 'chips', 1);
      assert.equal(new Set([unsorted, ascending, descending]).size, 3);
    }));

  test('keys: the button is reached by Tab, Enter and Space sort', () =>
    withPage(http, {}, async (page) => {
      await open(page, http, small);
      const isThere = () => page.evaluate(() => document.activeElement.closest('th')?.cellIndex === 1);
      for (let steps = 0; steps < 80 && !(await isThere()); steps++) await page.keyboard.press('Tab');
      assert.ok(await isThere(), 'eighty steps do not reach the button of the second column');
      const seen = [];
      for (const key of ['Enter', 'Space', 'Enter', 'Space']) {
        await page.keyboard.press(key);
        seen.push((await sortsOf(page, 'chips'))[1]);
        assert.ok(await isThere(), 'sorting moved the focus away');
      }
      assert.ok(seen.includes('ascending') && seen.includes('descending'), seen.join());
      assert.ok(seen.every((sort, i) => i === 0 || sort !== seen[i - 1]), `a key did nothing: ${seen.join()}`);
    }));

  for (const [lang, word] of [
    ['en', 'descending'],
    ['zh', '降序'],
  ])
    test(`a live region tells column, direction and rows: ${lang}`, () =>
      withPage(http, {}, async (page) => {
        await open(page, http, `${lang}/chips/index.html`);
        const label = await page.evaluate(() => document.querySelector('#chips thead th:nth-child(2)').innerText.split('\n')[0].trim());
        const rows = (await columnOf(page, 'chips', 0)).length;
        assert.doesNotMatch(await said(page), new RegExp(word));
        await sortBy(page, 'chips', 1, 'descending');
        const text = await said(page);
        for (const part of [label, word, String(rows)]) assert.ok(text.includes(part), `"${text}" lacks "${part}"`);
      }));

  test('the real chips, against the exported numbers', () =>
    withPage(http, {}, async (page) => {
      const bandwidths = JSON.parse(textOf('data/chips.json')).records.map((chip) => chip.bandwidth_gb_s);
      const known = bandwidths.filter((n) => n !== null).map(Number);
      assert.ok(known.length > 10 && known.length < bandwidths.length, 'the catalogue has known and unknown bandwidths');
      await open(page, http, 'en/chips/index.html');
      const labels = await page.locator('#chips thead th').allInnerTexts();
      const column = labels.findIndex((label) => label.startsWith('Memory bandwidth'));
      for (const [direction, sign] of [
        ['ascending', 1],
        ['descending', -1],
      ]) {
        await sortBy(page, 'chips', column, direction);
        const shown = await columnOf(page, 'chips', column);
        const numbers = shown.slice(0, known.length).map(Number);
        assert.deepEqual(numbers, [...known].sort((a, b) => sign * (a - b)));
        assert.equal(shown.length, bandwidths.length);
      }
    }));
});
