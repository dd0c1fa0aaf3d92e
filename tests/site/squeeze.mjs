// What is sent against what was written, by parsers that know both languages; they come with eslint and stylelint.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse as parseScript } from 'espree';
import postcss from 'postcss';

const source = 'templates/assets';
const sent = path.join(process.env.WORK, 'site/assets');
const names = readdirSync(source);

/* The file that a source became: its name carries a hash. */
function sentOf(name) {
  const { name: stem, ext } = path.parse(name);
  const found = readdirSync(sent).filter((file) => new RegExp(`^${stem}\\.[0-9a-f]{8,}\\${ext}$`).test(file));
  assert.equal(found.length, 1, `${name} became ${found.length} files`);
  return readFileSync(path.join(sent, found[0]), 'utf8');
}

function tree(script) {
  return JSON.parse(JSON.stringify(parseScript(script, { ecmaVersion: 2022 }), (key, value) => (['start', 'end', 'range', 'loc'].includes(key) ? undefined : value)));
}

/* Spaces that no parser keeps apart; the one before : . [ ( does mean something. */
const tight = (text) => text.replace(/\s+/g, ' ').replace(/ ?> ?/g, '>').replace(/([,:]) /g, '$1');

function rules(css) {
  const root = postcss.parse(css);
  root.walkComments((comment) => comment.remove());
  const flat = [];
  root.walk((node) => flat.push([node.parent.selector ?? node.parent.name ?? '', node.type, node.selector ?? node.prop ?? node.name, node.value ?? node.params ?? ''].map(tight)));
  return flat;
}

for (const name of names)
  test(name, () => {
    const before = readFileSync(path.join(source, name), 'utf8');
    const after = sentOf(name);
    const meaning = name.endsWith('.js') ? tree : rules;
    assert.deepEqual(meaning(after), meaning(before));
    const wasted = after.trimEnd().split('\n').filter((line) => /^(\s|\/\*|$)/.test(line));
    assert.deepEqual(wasted, [], 'comments, blanks or empty lines');
    assert.ok(after.length < before.length * 0.92, 'not much shorter');
  });
