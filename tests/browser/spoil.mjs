// The catalogue with hostile texts in every field that takes free text. Which fields those are is read from the site's schema
// page, so that a new field is spoilt without a word here; the YAML is rewritten value by value and stays what it was else.
import { cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const patterns = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' x='",
  '</title></textarea></style></script></table><b>',
  '<!-- --> ]]> <![CDATA[ <?x ?> -->',
  '{{TITLE}} {{#ROW}} {{/ROW}} {{%AUTOESCAPE context="HTML"}} {0} {1} %s %n',
  '&lt;b&gt; &amp;amp; &#x3c; &#60 &copy &',
  'javascript:alert(1) data:text/html,x //host/ ../../x',
  '`code` *em* **bold** [x](chip:y) ![x](y) <http://a> | - # > 1.',
  '\u202e\u2066\u2069\u200f bidi \u00ad\u200b\u2060\ufeff \ufffd\u{e0041} e\u0301\u0301\u0301',
  `${'W'.repeat(300)} ${'长'.repeat(120)}`,
  '\\ \\" \\u003c $& $1 ${x} ; } */ // --',
];
export const everything = patterns.join(' ');

/* The same text without a character that could mean something: what the pages must look like. */
export const harmless = (text) => text.replace(/[!-/:-@[-`{-~]/g, 'q');

// Sections of the schema page by file.
const sections = {
  'sources.yaml': ['source'],
  'chips.yaml': ['chip', 'figure', 'inference'],
  families: ['family', 'type'],
  models: ['model', 'set-of-published-counts'],
  'claims.yaml': ['claim'],
  'glossary.yaml': ['term'],
  'stacks.yaml': ['stack'],
  'measured/types.yaml': ['measured-type'],
  'measured/cards.yaml': ['measured-card'],
};
// Their texts are not free: a field and a value of it, a kind that the pages have a word for, a region.
const bound = ['disputed-value', 'condition', 'component', 'price'];
// Nor are these: ids of articles, of what a claim covers, of workloads.
const ids = ['articles', 'covers', 'for'];

function checkSections(schema) {
  const known = [...Object.values(sections).flat(), ...bound];
  for (const [, section] of schema.matchAll(/<h2 id="([^"]*)"/g))
    if (keysOf(schema, [section], one).length + keysOf(schema, [section], list).length > 0 && !known.includes(section))
      throw new Error(`the records "${section}" have texts; say in tests/browser/spoil.mjs in which file they stand`);
}

/* Keys of sections of the schema page whose kind reads like this. */
function keysOf(schema, own, kind) {
  return own.flatMap((section) => {
    const from = schema.indexOf(`<h2 id="${section}"`);
    if (from < 0) throw new Error(`the schema page has no section ${section}`);
    const rows = schema.slice(from).split('</table>')[0].matchAll(/<code>([^<]*)<\/code><\/th>\s*<td[^>]*>[^]*?<\/td><td[^>]*>([^]*?)<\/td>/g);
    return [...rows].filter(([, key, text]) => text === kind && !ids.includes(key)).map(([, key]) => key);
  });
}

/* All YAML files below a folder. */
function files(folder, below = '') {
  return readdirSync(path.join(folder, below)).flatMap((name) => {
    const file = path.posix.join(below, name);
    return statSync(path.join(folder, file)).isDirectory() ? files(folder, file) : name.endsWith('.yaml') ? [file] : [];
  });
}

const one = 'text, same in both languages';
const list = 'list of texts';
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;

/* `make(key, n)` gives the n-th text of a file for that key; texts in two languages get the same n in both. */
function rewrite(yaml, { texts, lists }, make) {
  const counts = {};
  const next = (key) => JSON.stringify(make(key, (counts[key] = (counts[key] ?? 0) + 1)));
  const any = (keys) => `(${keys.join('|') || '$.'})`;
  return yaml
    .replace(new RegExp(`(?<=[\\s{,])(en|zh): *${quoted}`, 'g'), (_, lang) => `${lang}: ${next(lang)}`)
    .replace(new RegExp(`^( *(?:- )?)${any(lists)}: *\\[.*\\]$`, 'gm'), (_, before, key) => `${before}${key}: [${next(key)}, ${next(key)}]`)
    .replace(new RegExp(`(?<!field: .*\\n)^( *(?:- )?)${any(texts)}: *(?![ [{]).+$`, 'gm'), (_, before, key) => `${before}${key}: ${next(key)}`)
    .replace(new RegExp(`([{,] *)${any(texts)}: *(?:${quoted}|[^\\s"{[][^,}\\n]*)`, 'g'), (_, before, key) => `${before}${key}: ${next(key)}`);
}

/* Writes the spoilt catalogue to `out`. Returns the texts, by file and key. */
export function spoil(catalog, schema, out, change = (text) => text) {
  cpSync(catalog, out, { recursive: true });
  rmSync(path.join(out, 'addresses.txt')); // a text may be what a part of a page hangs on
  const said = [];
  checkSections(schema);
  for (const file of files(out)) {
    const own = Object.entries(sections).find(([name]) => file === name || file.startsWith(`${name}/`))?.[1] ?? [];
    const keys = { texts: keysOf(schema, own, one), lists: keysOf(schema, own, list) };
    const make = (key, n) => {
      const text = `t${said.length} ${n === 1 ? everything : patterns[(n + said.length) % patterns.length]}`;
      said.push({ file, key, text });
      return change(text);
    };
    const target = path.join(out, file);
    writeFileSync(target, rewrite(readFileSync(target, 'utf8'), keys, make));
  }
  return said;
}
