// 200 random changes of one character in one language: each is caught by the build, or no byte of the site depends on it.
//
// Most changes do not hide each other, so many are made at once; a change is caught when a message names
// its line. What is left is tried alone: there a failing build is enough. What passes is built, and is neutral only when
// every file of the site has the same bytes as before; all neutral changes are printed.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';

import { KINDS, applyChange, chooseChanges } from './changes.mjs';
import { Copy, ROOT, inParallel } from './tree.mjs';

const COUNT = 200, SEED = 20250701, AT_ONCE = 20;

const pageOf = (change) => change.file.split('/').slice(2).join('/');
const text = (change) => `${change.kind} ${change.file}:${change.line}:${change.offset + 1}: "${change.from}" is "${change.to}"`;

// Numbers and units are compared line by line, when the page has no other error.
const isCompared = (change) => change.kind === 'digit' || change.kind === 'unit';
const isApart = (a, b) => pageOf(a) !== pageOf(b) || (isCompared(a) && isCompared(b) && Math.abs(a.line - b.line) > 2);

// Groups of changes that do not hide each other; those that keep the build from looking at other pages stand alone.
function groupsOf(changes) {
    const groups = [];
    for (const change of changes) {
        const fits = (group) => !group[0].alone && group.length < AT_ONCE && group.every((other) => isApart(other, change));
        const group = change.alone ? undefined : groups.find(fits);
        if (group)
            group.push(change);
        else
            groups.push([change]);
    }
    return groups;
}

// Runs the command on the copy with the changes and takes them back.
async function runWith(copy, changes, ...command) {
    for (const change of changes)
        writeFileSync(copy.file(change.file), applyChange(copy.text(change.file), change));
    const result = await copy.run(...command);
    for (const { file } of changes)
        writeFileSync(copy.file(file), readFileSync(path.join(ROOT, file)));
    return result;
}

function isNamed(change, messages) {
    const places = messages.flatMap((message) => [message, ...message.notes]);
    return places.some(({ file, line }) => file === change.file && line === change.line);
}

function siteOf(folder) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(files.map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)).map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]));
}

const isSameSite = (a, b) => a.size === b.size && [...a].every(([name, bytes]) => b.get(name) === bytes);

// A change that the build has no reason to catch, and that a reader sees.
function letterOfAWord() {
    const file = 'content/en/guide/memory.md', lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
    const line = lines.findIndex((one) => /^[A-Z][a-z]{3}/.test(one)) + 1;
    return { kind: 'word', file, line, offset: 1, from: lines[line - 1][1], to: '\u00e6' };
}

describe('one-character changes', () => {
    const changes = chooseChanges(COUNT, SEED);
    const caught = new Set(), left = [], neutral = [], missed = [];

    before(async () => {
        const copies = await inParallel(groupsOf(changes), () => new Copy('content'), async (group, copy) => {
            const { code, messages } = await runWith(copy, group, 'check');
            for (const change of group)
                if (code === 1 && (isNamed(change, messages) || group.length === 1))
                    caught.add(change);
                else
                    left.push(change);
        });
        await inParallel(left, () => copies.pop(), async (change, copy) => {
            if ((await runWith(copy, [change], 'check')).code === 1)
                caught.add(change);
            else
                missed.push(change);
        });
    });

    it(`${COUNT} changes, as many of each kind`, () => {
        for (const kind of KINDS)
            assert.equal(changes.filter((change) => change.kind === kind && change.from !== change.to).length, COUNT / KINDS.length);
    });

    it('the guidance passes without them', async () => assert.equal((await new Copy('content').run('check')).code, 0));

    it('what is not caught changes no byte of the site', async () => {
        const copy = new Copy('content'), site = copy.file('site');
        await copy.run('build');
        const whole = siteOf(site);
        const isNeutral = async (change) => (await runWith(copy, [change], 'build')).code === 0 && isSameSite(whole, siteOf(site));
        assert.ok(!(await isNeutral(letterOfAWord())), 'a letter of a word counts as neutral');
        for (const change of missed)
            if (await isNeutral(change))
                neutral.push(change);
        assert.deepEqual(missed.filter((change) => !neutral.includes(change)).map(text), []);
        for (const change of neutral)
            console.log(`neutral, the site has the same bytes: ${text(change)}`);
    });

    it('nearly all are caught', () => assert.ok(caught.size >= COUNT * 0.95, `${caught.size} of ${COUNT}`));
});
