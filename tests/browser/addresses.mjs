// The site under a sub-path and from disk, the page for what is not there, and the weight of the pages.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { everyKind, kinds, languages, mayBeLong, pagesOf, placeOf } from './kinds.mjs';
import { serve } from './server.mjs';
import { build, file, open, settle, site, textOf, withPage, work } from './stage.mjs';

// Bytes of a page, and of all its assets together.
const limit = 60_000;

test('every place of the site is among the kinds that are tested', () => {
  const sorted = (names) => [...new Set(names.map(placeOf))].sort();
  assert.deepEqual(sorted(filesOf(site).filter((name) => name.endsWith('.html'))), sorted(everyKind.flatMap(pagesOf)));
});

describe('under /x/y/', { concurrency: 2 }, () => {
  let server;
  // The address contains the port, so the server stands before the site that it serves.
  before(async () => {
    const folder = path.join(work, 'below');
    server = await serve(folder, '/x/y/');
    cpSync(build('based', { baseUrl: server.base }), folder, { recursive: true });
  });

  const styled = (page) => page.evaluate(() => [...document.styleSheets].some((sheet) => sheet.cssRules.length > 10));

  for (const kind of kinds)
    test(kind.name, () =>
      withPage(server, {}, async (page, faults) => {
        const assets = [];
        page.on('response', (response) => {
          if (response.url().includes('/assets/')) assets.push(response.body());
        });
        for (const name of pagesOf(kind)) {
          assets.length = 0;
          await open(page, server, name);
          const sizes = (await Promise.all(assets)).map((body) => body.length);
          assert.ok(sizes.length >= 2, `${name}: ${sizes.length} assets`);
          const bytes = sizes.reduce((sum, size) => sum + size);
          assert.ok(bytes <= (kind.assets ?? limit), `${name}: ${bytes} bytes of assets`);
          assert.ok(await styled(page), `${name} has no styles`);
          const outside = await page.evaluate(
            (base) => [...document.querySelectorAll('[href], [src]')].map((e) => e.href ?? e.src).filter((url) => new URL(url).origin === location.origin && !url.startsWith(base)),
            server.base,
          );
          assert.deepEqual(outside, [], name);
        }
        assert.deepEqual(faults, []);
      }));

  test('a page knows its own address and that of its translation', () =>
    withPage(server, {}, async (page) => {
      for (const lang of languages) {
        const other = lang === 'en' ? 'zh' : 'en';
        await open(page, server, `${lang}/chips/nvidia-a10.html`);
        assert.equal(await page.locator('link[rel="canonical"]').getAttribute('href'), page.url());
        const alternates = await page.locator('link[rel="alternate"]').evaluateAll((links) => links.map((link) => link.href));
        assert.ok(alternates.includes(`${server.base}${other}/chips/nvidia-a10.html`), alternates.join());
      }
    }));

  for (const missing of ['a/b/c', 'en/chips/no-such-chip.html', 'en/no-such-folder/'])
    test(`${missing} is not there, and the page says so and leads back`, () =>
      withPage(server, {}, async (page) => {
        const answer = await page.goto(server.base + missing);
        assert.equal(answer.status(), 404);
        assert.ok(await styled(page), 'no styles');
        assert.equal(await page.locator('h1').innerText(), '404');
        for (const lang of languages) {
          await page.goto(server.base + missing);
          await page.locator(`main a[hreflang^="${lang}"]`).click();
          await page.waitForURL(`${server.base}${lang}/index.html`);
          assert.ok(await styled(page));
        }
      }));

  test('the sitemap lists every page, and nothing else', async () => {
    const xml = await (await fetch(`${server.base}sitemap.xml`)).text();
    const listed = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => decodeURI(match[1]).slice(server.base.length));
    const pages = filesOf(path.join(work, 'based')).filter((name) => name.endsWith('.html') && name !== '404.html');
    assert.deepEqual(listed.sort(), pages.sort());
  });
});

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
}

describe('from disk', () => {
  test('one gets from the language to a chip, its family and a type by links alone', () =>
    withPage(file, {}, async (page, faults) => {
      await open(page, file, 'index.html');
      await page.locator('a[hreflang="en"]').first().click();
      await page.waitForURL(/\/en\/index\.html$/);
      await page.locator('nav a[href="chips/index.html"]').click();
      await page.locator('#chips a[href="nvidia-a10.html"]').click();
      await page.locator('main a[href="../families/ecs.gn7i.html"]').first().click();
      await page.locator('main a[href="../types/ecs.gn7i-c16g1.4xlarge.html"]').first().click();
      await page.waitForURL(/\/en\/types\/ecs\.gn7i-c16g1\.4xlarge\.html$/);
      await page.locator('a.lang').click();
      await page.waitForURL(/\/zh\/types\/ecs\.gn7i-c16g1\.4xlarge\.html$/);
      assert.deepEqual(faults, []);
    }));

  test('no page uses what a file may not', () => {
    for (const name of filesOf(site).filter((found) => /\.(html|js)$/.test(found)))
      assert.doesNotMatch(textOf(name), /\bfetch\(|XMLHttpRequest|type="?module|import\(|crossorigin/, name);
  });

  test('a fragment in Chinese leads to its heading, plain and percent-encoded', () =>
    withPage(file, {}, async (page) => {
      await open(page, file, 'zh/glossary.html');
      const id = await page.evaluate(() => [...document.querySelectorAll('main [id]')].map((e) => e.id).at(-1));
      for (const fragment of [id, encodeURIComponent(id)]) {
        await page.goto(`${file.base}zh/glossary.html#${fragment}`);
        await settle(page);
        assert.equal(await page.evaluate(() => document.querySelector(':target')?.id), id);
      }
    }));
});

test('every page names its icon, so that no browser looks for one that is not there', () => {
  const without = everyKind.flatMap(pagesOf).filter((name) => !/<link [^>]*rel="icon"/.test(textOf(name)));
  assert.deepEqual(without, []);
});

describe('weight', () => {
  test('a page is at most 60 KB, but for the long lists', () => {
    const pages = filesOf(site).filter((name) => name.endsWith('.html'));
    assert.ok(pages.length > 900, `${pages.length} pages`);
    const heavy = pages.filter((name) => !mayBeLong(name)).map((name) => [name, statSync(path.join(site, name)).size]);
    assert.deepEqual(
      heavy.filter(([, size]) => size > limit),
      [],
    );
  });
});
