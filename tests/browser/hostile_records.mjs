// Hostile texts in every field of every kind of record, and in every construct of Markdown: the pages are the same, element by
// element, as with harmless texts in their place, and the texts are read back as they were written.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build, root, settle, textOf, withPage, work } from './stage.mjs';
import { serve } from './server.mjs';
import { harmless, patterns, spoil } from './spoil.mjs';

/* Every character that Markdown may take for markup is escaped. */
const escaped = (text) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

const constructs = [
  (text) => `## ${escaped(text)} {#hostile}`,
  (text) => `### ${escaped(text)} {#more}`,
  (text) => escaped(text),
  (text) => `*${escaped(text)}*`,
  (text) => `**${escaped(text)}**`,
  (text) => `[${escaped(text)}](chip:nvidia-a10)`,
  (text) => `[${escaped(text)}](https://host.example/a)`,
  (text) => `[${escaped(text)}](#hostile)`,
  (text) => `- ${escaped(text)}\n- b\n  - ${escaped(text)}`,
  (text) => `1. ${escaped(text)}\n2. b`,
  (text) => `> ${escaped(text)}`,
  (text) => `| ${escaped(text)} | b |\n|---|--:|\n| ${escaped(text)} | [${escaped(text)}](term:vram) |`,
  (text) => `a ${'````'} ${text} ${'````'} b`,
  (text) => `${'````'}text\n${text}\n${text}\n${'````'}`,
  (text) => `a  \n${escaped(text)}`,
];

// Between Han and Latin letters the guidance has no blank, and invisible characters have no business in it.
const inMarkdown = patterns.filter((text) => !/[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u4e00-\u9fff]/.test(text));

/* The guidance without assertions about texts, and a page with a text in all constructs. */
function writeContent(folder, change) {
  cpSync(path.join(root, 'content'), folder, { recursive: true });
  for (const part of ['en/guide', 'en/scenarios', 'zh/guide', 'zh/scenarios'])
    for (const name of readdirSync(path.join(folder, part))) {
      const file = path.join(folder, part, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/\[([^\]]*)\]\(<?has(?:not)?:[^)]*\)/g, '$1'));
    }
  for (const [i, text] of inMarkdown.entries())
    for (const lang of ['en', 'zh']) {
      const body = constructs.map((construct, n) => construct(change(`t${n} ${text} t`))).join('\n\n');
      writeFileSync(path.join(folder, lang, 'guide', `hostile-${i}.md`), `---\ntitle: Text ${i}\nsummary: Text ${i}\norder: ${900 + i}\n---\n\n${body}\n`);
    }
}

/* Both pages as lists of their elements, attributes and texts, without digests, the citation, which is source text, and every
 * character that harmless() changes. Returns the first differences, and all text of the first page, values of attributes included. */
function compare([hostile, plain]) {
  const strip = (text) => text.replace(/[0-9a-f]{12}|\.[0-9a-f]{8}\./g, '').replace(/[!-/:-@[-`{-~q]/g, '');
  const parts = (html) => {
    const page = new DOMParser().parseFromString(html, 'text/html');
    for (const cite of page.querySelectorAll('.cite')) cite.remove();
    const walker = page.createTreeWalker(page, NodeFilter.SHOW_ALL);
    const list = [];
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === page.ELEMENT_NODE) list.push(node.nodeName, ...[...node.attributes].flatMap((a) => [`@${a.name}`, a.value]));
      else list.push(`#${node.nodeType}`, node.data ?? '');
    }
    return list;
  };
  const a = parts(hostile);
  const b = parts(plain);
  const odd = [...Array(Math.max(a.length, b.length)).keys()].find((i) => strip(a[i] ?? '(end)') !== strip(b[i] ?? '(end)'));
  return { odd: odd === undefined ? null : [a.slice(odd - 2, odd + 2), b.slice(odd - 2, odd + 2)], text: a.join('\n') };
}

/* The kind of place that a text stands at: folder or file, and key. */
const placeOf = ({ file, key }) => `${file.replace(/\/.*/, '')} ${key === 'zh' ? 'en' : key}`;

describe('hostile records and Markdown', () => {
  const sites = {};
  let said;
  let server;
  let disk;
  before(async () => {
    const schema = textOf('en/schema.html');
    for (const [name, change] of [['hostile', (text) => text], ['harmless', harmless]]) {
      const catalog = path.join(work, `records-${name}-catalog`);
      const content = path.join(work, `records-${name}-content`);
      said = spoil(path.join(root, 'catalog'), schema, catalog, change);
      writeContent(content, change);
      sites[name] = build(`records-${name}`, { catalogs: [catalog], content });
    }
    server = await serve(sites.hostile);
    disk = { base: `${pathToFileURL(sites.hostile)}/` };
  });

  /* All English pages, and some of the Chinese ones, which are made by the same code. */
  function pages() {
    const all = readFileSync(path.join(sites.hostile, '.chipfirst'), 'utf8').split('\n').filter((name) => name.endsWith('.html'));
    return all.filter((name, i) => !name.startsWith('zh/') || i % 6 === 0);
  }

  test('give the elements of harmless ones, and are read back', () =>
    withPage(server, {}, async (page) => {
      await page.goto(`${server.base}robots.txt`);
      const odd = [];
      const seen = new Set();
      for (const name of pages()) {
        const { odd: difference, text } = await page.evaluate(compare, [sites.hostile, sites.harmless].map((site) => readFileSync(path.join(site, name), 'utf8')));
        if (difference) odd.push(`${name}: ${JSON.stringify(difference).slice(0, 1000)}`);
        for (const [, i] of text.matchAll(/\bt(\d+) /g))
          if (said[i] && text.includes(said[i].text)) seen.add(placeOf(said[i]));
        const hostile = /guide\/hostile-(\d+)/.exec(name);
        if (hostile)
          for (const n of constructs.keys()) assert.ok(text.includes(`t${n} ${inMarkdown[hostile[1]]} t`), `${name}: ${constructs[n](inMarkdown[hostile[1]])}`);
      }
      assert.deepEqual(odd.slice(0, 5), []);
      // What a stack is called in measurements stands on no page.
      const unseen = new Set(said.map(placeOf).filter((place) => !seen.has(place)));
      assert.deepEqual([...unseen], ['stacks.yaml measured_as']);
      assert.ok(said.length > 4000, `${said.length} texts`);
    }));

  test('and hostile addresses make nothing in the calculator', () =>
    withPage(disk, {}, async (page, faults) => {
      const count = () => page.evaluate(() => document.querySelectorAll('img, b, iframe, script, [onerror], [onmouseover]').length);
      const own = textOf('en/calculator.html').match(/<(script|b)[ >]/g).length;
      for (const query of ['', ...patterns.map((text) => `?model=${encodeURIComponent(text)}&method=${encodeURIComponent(text)}&seq=${encodeURIComponent(text)}`)]) {
        await page.goto(`${disk.base}en/calculator.html${query}`);
        await settle(page);
        assert.equal(await count(), own, query);
      }
      assert.deepEqual(faults, []);
    }));
});
