// Filter and sorting live in the address: a link brings back what its sender saw, and nothing else.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { file, http, open, settle, withPage } from './stage.mjs';
import { columnOf, filterOf, queryOf, rowsOf, said, sortBy, sortsOf } from './table.mjs';

const chips = 'en/chips/index.html';

/* Visits the address in a profile that knows nothing, and returns what the table shows. */
function receive(way, address, id) {
  return withPage(way, {}, async (page, faults) => {
    await page.goto(address);
    await settle(page);
    assert.deepEqual(faults, []);
    return { rows: await rowsOf(page, id), sorts: await sortsOf(page, id), field: await filterOf(page).first().inputValue() };
  });
}

/* The link that someone else sends who sorted the chips. */
function linkSortedBy(column, direction) {
  return withPage(http, {}, async (page) => {
    await open(page, http, chips);
    await sortBy(page, 'chips', column, direction);
    return page.url();
  });
}

async function type(page, text) {
  await filterOf(page).first().fill(text);
  await settle(page);
}

for (const way of [http, file])
  describe(`state in the address over ${way.name}`, () => {
    test('a shared link brings back filter, column and direction', () =>
      withPage(way, {}, async (page, faults) => {
        await open(page, way, chips);
        await type(page, 'l20');
        await sortBy(page, 'chips', 1, 'descending');
        const sent = { rows: await rowsOf(page, 'chips'), sorts: await sortsOf(page, 'chips'), field: 'l20' };
        assert.ok(sent.rows.length > 0 && sent.rows.length < 20, `${sent.rows.length} rows for "l20"`);
        // A name, not a place: columns come and go, and the link still means the same.
        assert.match(queryOf(page), /[?&]sort=[a-z][a-z_0-9]*(&|$)/);
        assert.match(queryOf(page), /[?&]dir=desc(&|$)/);
        assert.match(queryOf(page), /[?&]q=l20(&|$)/);
        assert.deepEqual(await receive(way, page.url(), 'chips'), sent);
        assert.deepEqual(faults, []);
      }));

    test('back and forward walk through the sortings', () =>
      withPage(way, {}, async (page, faults) => {
        await open(page, way, chips);
        const orders = [await columnOf(page, 'chips', 0)];
        const length = () => page.evaluate(() => history.length);
        const before = await length();
        await sortBy(page, 'chips', 1, 'descending');
        orders.push(await columnOf(page, 'chips', 0));
        const steps = (await length()) - before;
        await page.evaluate((n) => history.go(-n), steps);
        await page.waitForTimeout(200);
        assert.deepEqual(await columnOf(page, 'chips', 0), orders[0]);
        assert.equal(queryOf(page), '');
        await page.evaluate((n) => history.go(n), steps);
        await page.waitForTimeout(200);
        assert.deepEqual(await columnOf(page, 'chips', 0), orders[1]);
        assert.notDeepEqual(orders[0], orders[1]);
        assert.deepEqual(faults, []);
      }));
  });

describe('filter', () => {
  test('says how many of how many rows it shows, and offers a plain link back', () =>
    withPage(http, {}, async (page) => {
      await open(page, http, 'en/types/index.html');
      const all = (await rowsOf(page, 'types')).length;
      for (const text of ['gn7i', 'GN7I', 'nosuchtype']) {
        await type(page, text);
        const rows = await rowsOf(page, 'types');
        assert.ok(rows.length < all);
        assert.ok(rows.every((row) => row.join(' ').toLowerCase().includes(text.toLowerCase())), 'a row without the text');
        assert.ok(rows.length > 0 || text.startsWith('no'), `no row for ${text}`);
        assert.match(await page.locator('main').innerText(), new RegExp(`\\b${rows.length} of ${all} shown`));
        assert.match(await said(page), new RegExp(`\\b${rows.length} of ${all}\\b`));
      }
      const reset = page.locator('main a', { hasText: /^Show all/ });
      assert.ok(await reset.getAttribute('href'), 'the reset is no link');
      await reset.click();
      await settle(page);
      assert.equal((await rowsOf(page, 'types')).length, all);
      assert.equal(queryOf(page), '');
    }));

  test('finds every row that holds the text', () =>
    withPage(http, { javaScriptEnabled: false }, async (plain) => {
      await plain.goto(`${http.base}en/types/index.html`);
      const texts = await plain.locator('#types tbody tr').allInnerTexts();
      const expected = texts.filter((text) => text.toLowerCase().includes('a10')).length;
      await withPage(http, {}, async (page) => {
        await open(page, http, 'en/types/index.html');
        await type(page, 'A10');
        assert.ok(expected > 5);
        assert.equal((await rowsOf(page, 'types')).length, expected);
      });
    }));

  test('typing leaves no steps in the history', () =>
    withPage(http, {}, async (page) => {
      await open(page, http, chips);
      const before = await page.evaluate(() => history.length);
      await filterOf(page).pressSequentially('nvidia');
      await settle(page);
      assert.match(queryOf(page), /q=nvidia/);
      assert.equal(await page.evaluate(() => history.length), before);
    }));

  test('only tables with more than a dozen rows have one', () =>
    withPage(http, {}, async (page) => {
      for (const [name, id] of [
        ['scenarios/index', null],
        ['chips/index', 'chips'],
        ['models/index', 'models'],
      ]) {
        await open(page, http, `en/${name}.html`);
        assert.equal(await filterOf(page).count(), id ? 1 : 0, name);
      }
    }));

  test("a link's state alone counts, whatever the receiver looked at before", () =>
    withPage(http, {}, async (page) => {
      await open(page, http, chips);
      await type(page, 'amd');
      await sortBy(page, 'chips', 2, 'ascending');
      const link = await linkSortedBy(1, 'descending');
      await page.goto(link);
      await settle(page);
      const seen = { rows: await rowsOf(page, 'chips'), sorts: await sortsOf(page, 'chips'), field: await filterOf(page).inputValue() };
      assert.equal(seen.field, '');
      assert.equal(seen.sorts[1], 'descending');
      assert.deepEqual(seen, await receive(http, link, 'chips'));
    }));

  test('two tables of a page keep their states apart', () =>
    withPage(http, {}, async (page) => {
      await open(page, http, 'en/measured.html');
      const [first, second] = await page.evaluate(() => [...document.querySelectorAll('table.sortable')].map((table) => table.id));
      const untouched = await columnOf(page, first, 0);
      await sortBy(page, second, 0, 'descending');
      assert.deepEqual(await columnOf(page, first, 0), untouched);
      const sorted = await columnOf(page, second, 0);
      const received = await receive(http, page.url(), second);
      assert.deepEqual(received.rows.map((row) => row[0]), sorted);
      assert.deepEqual((await receive(http, page.url(), first)).rows.map((row) => row[0]), untouched);
    }));
});

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "';alert(1);//",
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  ')(*+?[\\',
  '\u0000\u202e\ud83d\ude00显存',
  '-1',
  'NaN',
  'x'.repeat(5000),
];

const mangled = ['?q=%', '?sort=%E0%A4%A&dir=%ff', '?&&=&==', '?sort&dir&q', '?q=a&q=b&sort=memory&sort=chip', '?sort=memory&dir=sideways'];

// The skeleton of the page and what the frame of the table says, without the rows.
function skeleton() {
  const counts = {};
  for (const element of document.querySelectorAll('*')) counts[element.localName] = (counts[element.localName] ?? 0) + 1;
  const handlers = [...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => a.name.startsWith('on'))).length;
  return { counts, handlers, scripts: [...document.scripts].map((s) => s.src), prototype: Object.keys(Object.prototype) };
}

/* What the index of chips looks like at each query, beginning with none. */
function visit(queries) {
  return withPage(http, {}, async (page, faults) => {
    const seen = [];
    for (const query of ['', ...queries]) {
      await page.goto(`${http.base}${chips}${query}`);
      await settle(page);
      const rows = (await rowsOf(page, 'chips')).length;
      seen.push({ query, rows, ...(await page.evaluate(skeleton)), text: await page.locator('main').innerText() });
    }
    assert.deepEqual(faults, []);
    return seen;
  });
}

function compare(got, plain) {
  assert.deepEqual(got.counts, plain.counts, got.query);
  assert.equal(got.handlers, 0, got.query);
  assert.deepEqual(got.scripts, plain.scripts, got.query);
  assert.deepEqual(got.prototype, [], got.query);
  const told = new RegExp(`\\b${got.rows} of ${plain.rows} shown`);
  if (got.rows < plain.rows) assert.match(got.text, told, `${got.query} hides rows and does not say so`);
}

describe('hostile addresses', () => {
  for (const key of ['q', 'sort', 'dir'])
    test(`in ${key}`, async () => {
      const { search } = new URL(await linkSortedBy(1, 'descending'));
      const queries = hostile.map((text) => {
        const query = new URLSearchParams(search);
        query.set(key, text);
        return `?${query}`;
      });
      const [plain, ...seen] = await visit(queries);
      for (const got of seen) compare(got, plain);
    });

  test('mangled', async () => {
    const [plain, ...seen] = await visit(mangled);
    for (const got of seen) compare(got, plain);
  });
});
