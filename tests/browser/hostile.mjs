// Texts made of markup: what the author wrote is what a conforming parser reads back, and nothing becomes an element.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { build, root, withPage, work } from './stage.mjs';
import { serve } from './server.mjs';

const title = 'The "so-called" <b>GPU</b> & co';
const all = '&lt; &amp;amp; </title></head></script><script>alert(1)</script><!-- ]]> <img src=x onerror="alert(1)"> \' " ` = {{TITLE}} %s \\ 显存，价格 🧮 é';

// The same titles each time: a generator with a fixed seed.
function* numbers(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

const pieces = ['<', '>', '&', '"', "'", '`', '=', '/', '\\', '{{', '}}', '%', '#', ';', '--', '<!--', '-->', ']]>', '</title>', '<b>', '&lt', '&#x3c;', '&amp;', 'on', 'x', '7', '显', '存', '，', 'é', '🧮', '\u200d', '\u202e', '\u00a0', '\ufffd'];

function randomTitles(count) {
  const random = numbers(20240607);
  const pick = () => pieces[Math.floor(random.next().value * pieces.length)];
  return Array.from({ length: count }, () => `a${Array.from({ length: 1 + Math.floor(random.next().value * 12) }, pick).join('')}z`);
}

const titles = [title, all, ...randomTitles(60)];

/* JSON strings are YAML strings too. */
const yaml = JSON.stringify;

function both(text) {
  return `{en: ${yaml(text)}, zh: ${yaml(text)}}`;
}

/* Guide pages with these titles, whose summary is their title as well. */
function writeContent(folder) {
  cpSync(path.join(root, 'content'), folder, { recursive: true });
  for (const lang of ['en', 'zh'])
    for (const [i, text] of titles.entries()) {
      const body = `\`${i === 1 ? '<script>alert(1)</script>' : '<b>'}\` and \\<i>this\\</i> &amp;lt; stay text.\n`;
      writeFileSync(path.join(folder, lang, 'guide', `hostile-${i}.md`), `---\ntitle: ${yaml(text)}\nsummary: ${yaml(text)}\norder: ${900 + i}\n---\n\n${body}`);
    }
}

/* Hostile texts laid over records of every kind that a page is made from. */
function writeCatalog(folder) {
  mkdirSync(path.join(folder, 'models'), { recursive: true });
  const put = (name, text) => writeFileSync(path.join(folder, name), text);
  put('chips.yaml', `chips:\n  - id: nvidia-a10\n    name: ${yaml(title)}\n    aliases: [${yaml(all)}]\n    notes:\n      - ${both(all)}\n`);
  put('glossary.yaml', `terms:\n  - id: vram\n    term: ${both(title)}\n    definition: ${both(all)}\n`);
  put('claims.yaml', `claims:\n  - id: a-chip-first\n    claim: ${both(all)}\n`);
  put('models/hostile.yaml', `models:\n  - id: qwen2.5-7b\n    name: ${yaml(title)}\n`);
}

/* What a parser makes of a page, without running it. */
function parse(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const count = (selector) => page.querySelectorAll(selector).length;
  const main = page.querySelector('main');
  const h1 = main.querySelector('h1').cloneNode(true);
  for (const link of h1.querySelectorAll('.anchor')) link.remove();
  return {
    title: page.querySelector('title').textContent,
    description: page.querySelector('meta[name="description"]').content,
    h1: h1.textContent,
    elements: count('script') + count('style') + count('iframe') + count('base') + count('template') + main.querySelectorAll('img, b, i').length,
    comments: /<!--/.test(new XMLSerializer().serializeToString(page.body).replace(/&[a-z]+;/g, '')) ? 1 : 0,
    handlers: [...page.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => a.name.startsWith('on') || /[<"'=]/.test(a.name))).length,
    text: main.textContent,
  };
}

describe('hostile texts', () => {
  let server;
  let siteName;
  before(async () => {
    const content = path.join(work, 'hostile-content');
    const catalog = path.join(work, 'hostile-catalog');
    writeContent(content);
    writeCatalog(catalog);
    server = await serve(build('hostile', { catalogs: ['catalog', catalog], content }));
    const plain = await read(['en/index.html', 'zh/index.html']);
    siteName = Object.fromEntries(plain.map((page, i) => [['en', 'zh'][i], page.title.slice(page.title.lastIndexOf(' – '))]));
  });

  function read(names) {
    return withPage(server, {}, async (page) => {
      await page.goto(`${server.base}robots.txt`);
      await page.evaluate(`window.parse = ${parse}`);
      const texts = await Promise.all(names.map((name) => fetch(server.base + name).then((answer) => answer.text())));
      return page.evaluate((pages) => pages.map(window.parse), texts);
    });
  }

  function compare(got, text, lang) {
    assert.equal(got.title, text + siteName[lang]);
    assert.equal(got.h1, text);
    assert.equal(got.elements, 1, 'only the one script of the head');
    assert.equal(got.comments, 0);
    assert.equal(got.handlers, 0);
  }

  for (const lang of ['en', 'zh'])
    test(`${titles.length} titles are read back as they were written: ${lang}`, async () => {
      const pages = await read(titles.map((_, i) => `${lang}/guide/hostile-${i}.html`));
      for (const [i, got] of pages.entries()) {
        compare(got, titles[i], lang);
        assert.equal(got.description, titles[i]);
        assert.match(got.text, /<b>|<script>alert/);
        assert.ok(got.text.includes('and <i>this</i> &lt; stay text.'));
      }
    });

  test('names and notes of records', async () => {
    const [chip, model, glossary, claims] = await read(['en/chips/nvidia-a10.html', 'zh/models/qwen2.5-7b.html', 'en/glossary.html', 'zh/claims.html']);
    compare(chip, title, 'en');
    compare(model, title, 'zh');
    for (const page of [chip, glossary, claims]) {
      assert.ok(page.text.includes(all), 'the note is not there as it was written');
      assert.equal(page.elements, 1);
      assert.equal(page.handlers, 0);
    }
  });

  test('the pages run without harm, sorted and filtered', () =>
    withPage(server, {}, async (page, faults) => {
      for (const name of ['en/guide/hostile-1.html', 'en/chips/nvidia-a10.html', 'en/glossary.html', 'zh/claims.html', 'en/chips/index.html', 'en/index.html']) {
        await page.goto(server.base + name);
        for (const button of await page.locator('thead button').all()) await button.click();
        assert.equal(await page.locator('main img, main script, main b').count(), 0, name);
      }
      assert.deepEqual(faults, []);
    }));
});
