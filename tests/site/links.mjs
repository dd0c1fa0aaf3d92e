// Links of the real site under /x/y/: fetched by linkinator, and their fragments looked up in a browser's parser.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { LinkChecker } from 'linkinator';
import { serve } from '../browser/server.mjs';
import { build, strike, withPage, work } from '../browser/stage.mjs';

// A page with one link and one fragment that lead nowhere: whoever does not find them has not looked.
const astray = '<!DOCTYPE html><html lang="en"><title>Astray</title><a href="en/nowhere.html">x</a> <a href="en/index.html#nothing">y</a></html>';

let server;
const folder = path.join(work, 'linked');

before(async () => {
  server = await serve(folder, '/x/y/');
  cpSync(build('links', { baseUrl: server.base }), folder, { recursive: true });
  writeFileSync(path.join(folder, 'astray.html'), astray);
});

after(async () => {
  server.close();
  await strike();
});

function pages() {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.html'));
}

test('every link leads to a file', async () => {
  const outside = new RegExp(`^(?!${server.base})`).source;
  const { links } = await new LinkChecker().check({
    // It follows links to what begins like the path it started from.
    path: [server.base, `${server.base}404.html`, `${server.base}astray.html`],
    recurse: true,
    concurrency: 20,
    linksToSkip: [outside],
  });
  const found = links.filter((link) => link.state !== 'SKIPPED');
  const reached = new Set(found.map((link) => (link.url === server.base ? `${link.url}index.html` : link.url)));
  const unreached = pages().filter((name) => !reached.has(server.base + encodeURI(name)));
  const broken = found.filter((link) => link.state !== 'OK').map((link) => `${link.parent}: ${link.url} ${link.status}`);
  assert.deepEqual(broken, [`${server.base}astray.html: ${server.base}en/nowhere.html 404`]);
  assert.deepEqual(unreached, [], 'pages that no link leads to');
  const local = links.filter((link) => link.state === 'SKIPPED' && new URL(link.url).hostname === '127.0.0.1');
  assert.deepEqual(local, [], 'links that leave the sub-path');
});

/* Ids of a page, ids it has twice, and where its links with fragments lead. */
function read(html, address) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const ids = [...page.querySelectorAll('[id]')].map((element) => element.id);
  const links = [...page.querySelectorAll('a[href*="#"]')].map((link) => new URL(link.getAttribute('href'), address));
  return {
    ids,
    twice: ids.filter((id, i) => ids.indexOf(id) !== i),
    links: links.filter((url) => url.origin === location.origin).map((url) => [url.pathname, decodeURIComponent(url.hash.slice(1))]),
  };
}

function readAll() {
  return withPage(server, {}, async (page) => {
    await page.goto(`${server.base}robots.txt`);
    await page.evaluate(`window.read = ${read}`);
    const found = new Map();
    for (const name of pages()) {
      const address = server.base + name.split(path.sep).join('/');
      const html = await (await fetch(address)).text();
      found.set(new URL(address).pathname, await page.evaluate(([text, from]) => window.read(text, from), [html, address]));
    }
    return found;
  });
}

test('every fragment leads to an element, and no id is there twice', async () => {
  const found = await readAll();
  const lost = [];
  let count = 0;
  for (const [from, { links }] of found)
    for (const [to, fragment] of links) {
      count++;
      if (fragment && !found.get(to)?.ids.includes(fragment)) lost.push(`${from}: ${to}#${fragment}`);
    }
  assert.deepEqual(lost, ['/x/y/astray.html: /x/y/en/index.html#nothing']);
  assert.ok(count > 1000, `${count} links with fragments`);
  assert.deepEqual(
    [...found].filter(([, { twice }]) => twice.length > 0).map(([from, { twice }]) => `${from}: ${twice}`),
    [],
  );
});
