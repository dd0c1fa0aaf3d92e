// A fact of the catalogue changes: the build names every sentence that became false, and is silent when it is as before.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';

import { FACTS } from './facts.mjs';
import { Copy, LANGUAGES, ROOT, inParallel, linksOfContent, shown } from './tree.mjs';

const trimmed = (line) => line.trim();

// The lines of a record: from its id to the next record's; without an id the lines before the list of types.
function recordLines(lines, id) {
    if (!id)
        return [0, lines.findIndex((line) => line === 'types:')];
    const start = lines.findIndex((line) => trimmed(line) === `- id: ${id}`);
    assert.notEqual(start, -1, `there is no record ${id}`);
    const indent = lines[start].match(/^ */)[0];
    const next = lines.findIndex((line, i) => i > start && line.startsWith(`${indent}- id: `));
    return [start, next === -1 ? lines.length : next];
}

function replaceLine(text, id, line, instead) {
    const lines = text.split('\n');
    const [start, end] = recordLines(lines, id);
    const found = lines.slice(start, end).flatMap((one, i) => (trimmed(one) === line ? [start + i] : []));
    assert.equal(found.length, 1, `${found.length} lines of ${id ?? 'the family'} are "${line}"`);
    const indent = lines[found[0]].match(/^ */)[0];
    lines.splice(found[0], 1, ...(instead === null ? [] : [indent + instead]));
    return lines.join('\n');
}

function scaleLines(text, key, factor) {
    return text.replaceAll(new RegExp(`^( *${key}: )([0-9]+)( .*)$`, 'gm'), (_, name, number, unit) => name + number * factor + unit);
}

function changed(text, edit) {
    return Array.isArray(edit) ? replaceLine(text, ...edit.slice(1)) : scaleLines(text, edit.key, edit.factor);
}

const fileOf = (edit) => `catalog/${Array.isArray(edit) ? edit[0] : edit.file}`;

const placeOf = ({ file, line, column }) => `${file}:${line}:${column}`;

function restore(copy, name) {
    writeFileSync(copy.file(name), readFileSync(path.join(ROOT, name)));
}

// Runs `check` on the copy with the edits and takes them back.
async function checkWith(copy, edits) {
    try {
        for (const edit of edits)
            writeFileSync(copy.file(fileOf(edit)), changed(copy.text(fileOf(edit)), edit));
        return await copy.run('check');
    } finally {
        edits.forEach((edit) => restore(copy, fileOf(edit)));
    }
}

// What an assertion says: {field, value, wanted}, or null for other links.
function assertionOf(url) {
    const match = url.match(/^(has|hasnot):([^#]*#[^=]*)=(.*)$/);
    return match && { field: match[2], value: match[3], wanted: match[1] === 'has' };
}

function becomesFalse(url, now) {
    const assertion = assertionOf(url);
    if (!assertion || !(assertion.field in now))
        return false;
    const value = now[assertion.field];
    return value === null || (assertion.value === value) !== assertion.wanted;
}

// The ids that an edit is about: a sentence that names none of them has nothing to do with it.
function idsOf(edits) {
    return edits.flatMap((edit) => (Array.isArray(edit) && edit[1] ? [edit[1]] : [path.basename(fileOf(edit), '.yaml')]));
}

const withPages = ({ pages, rules = [] }) => [...pages.flatMap((page) => LANGUAGES.map((lang) => `content/${lang}/${page}.md`)), ...rules];

describe('a changed fact', () => {
    const links = linksOfContent(), linkAt = new Map(links.map((link) => [placeOf(link), link]));
    const results = new Map();
    let copies;
    before(async () => {
        copies = await inParallel(FACTS, () => new Copy('catalog', 'content'), async (fact, copy) => {
            results.set(fact, await checkWith(copy, fact.edits, linkAt).catch((error) => ({ error })));
        });
    });

    for (const fact of FACTS)
        it(fact.what, () => {
            const { error, code, messages } = results.get(fact);
            assert.ifError(error);
            assert.equal(code, 1, 'the check passes');
            const named = `; named were\n${shown(messages)}`;
            const files = new Set(messages.map((message) => message.file)), places = new Set(messages.map(placeOf));

            const untrue = links.filter((link) => becomesFalse(link.url, fact.now));
            const missed = untrue.filter((link) => !places.has(placeOf(link))).map((link) => `${placeOf(link)}: ${link.url}`);
            assert.deepEqual(missed, [], `sentences not named${named}`);
            assert.deepEqual(withPages(fact).filter((file) => !files.has(file)), [], `files not named${named}`);

            const ids = idsOf(fact.edits);
            const innocent = messages.filter((message) => message.file.startsWith('content/') && !ids.some((id) => linkAt.get(placeOf(message))?.url.includes(id)));
            assert.equal(shown(innocent), '', 'sentences named that have nothing to do with it');
        });

    it('at least 30 facts, each of which a page or a rule depends on', () => {
        assert.ok(FACTS.length >= 30);
        assert.deepEqual(FACTS.filter((fact) => withPages(fact).length === 0).map((fact) => fact.what), []);
    });

    it('taken back: the check is silent', async () => {
        for (const copy of copies) {
            const { code, messages } = await copy.run('check');
            assert.equal(shown(messages), '');
            assert.equal(code, 0);
        }
    });
});
