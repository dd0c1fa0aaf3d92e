// A made-up site for the tests: pages in folders that need assets with digests in their names, data, a start page, odd names.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8);

// The same seed gives the same text, so that a second site differs only where it is asked to.
function words(seed, count) {
  let state = seed * 2654435761 + 12345;
  const next = () => (state = (state * 1103515245 + 12345) % 2147483648);
  return Array.from({ length: count }, () => next().toString(36)).join(' ');
}

function assetsOf({ style = 1, images = 6 }) {
  const assets = { style: `body { margin: ${style}px } /* ${words(1, 60)} */`, app: `// ${words(2, 90)}`, module: `export const text = '${words(3, 20)}';` };
  const files = Object.entries(assets).map(([name, text]) => [`assets/${name}.${digest(text)}.${{ style: 'css', app: 'js', module: 'mjs' }[name]}`, text]);
  for (let i = 0; i < images; i++) {
    const text = `<svg xmlns="http://www.w3.org/2000/svg"><desc>${i} ${words(100 + i, 30)}</desc></svg>`;
    files.push([`assets/img/fig${i}.${digest(text)}.svg`, text]);
  }
  return files;
}

function page(key, title, needs, text) {
  const up = '../'.repeat(key.split('/').length - 1);
  const links = needs.map((need) => (need.endsWith('.css') ? `<link rel="stylesheet" href="${up}${need}">` : `<img alt="" src="${up}${need}">`));
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${links.join('')}<p>${text}</p></body></html>\n`;
}

const FOLDERS = ['en', 'zh', 'en/guide', '页面', 'odd names'];

// {files} counts all; {style} renames the stylesheet; {edit: [numbers of pages]} changes their text; {odd} adds names with special characters.
export function siteFiles({ files = 60, style = 1, edit = [], odd = false } = {}) {
  const assets = assetsOf({ style, images: Math.max(2, Math.floor(files / 5)) });
  const site = new Map(assets);
  const needs = (i) => [assets[0][0], assets[1][0], assets[2][0], assets[3 + (i % (assets.length - 3))][0]];
  const put = (key, i) => site.set(key, page(key, `page ${i}`, needs(i), words(1000 + i, 120) + (edit.includes(i) ? ' edited' : '')));
  put('index.html', 0);
  put('404.html', 1);
  site.set('robots.txt', 'User-agent: *\n');
  site.set('data/rows.json', JSON.stringify({ rows: words(7, 300) }));
  site.set('data/rows.csv', `a,b\n${words(8, 50)},${style}\n`);
  if (odd)
    ["a b+c.html", '100%.html', "q&a='x'.html", '价格 (元).html', '~tilde!*.html'].forEach((name, i) => put(`odd names/${name}`, 900 + i));
  for (let i = 2; site.size < files; i++)
    put(`${FOLDERS[i % FOLDERS.length]}/page-${i}.html`, i);
  return site;
}

// Writes the files anew; what else the folder held is gone.
export function writeSite(folder, files) {
  rmSync(folder, { recursive: true, force: true });
  for (const [key, text] of files) {
    const file = path.join(folder, key);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
