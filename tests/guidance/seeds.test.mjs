// No sentence is taken over: no run of 12 Chinese characters of our texts stands in the articles that tests/data/seeds.runs
// was made of. The file has a hash of each of their runs, sorted, and that of CANARY, which no text has.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

import { RUN, hanOf, hashOf, runsOf } from './runs.mjs';
import { Copy, ROOT, filesBelow } from './tree.mjs';

const CANARY = '鲸落三更听瓦上霜慢慢煮石';
const CANARY_IN_A_SENTENCE = '**鲸落**A10，三更\n听瓦上（24 GB）霜：慢慢煮[石](chip:nvidia-a10)。';
const OURS = [...filesBelow('content/zh', '.md'), ...filesBelow('catalog', '.yaml'), 'templates/strings.zh.yaml'];

const lines = readFileSync(path.join(ROOT, 'tests/data/seeds.runs'), 'utf8').trimEnd().split('\n');
const hashes = new Set(lines);

// The runs of the articles that a text has.
const taken = (text) => runsOf(text).filter((run) => hashes.has(hashOf(run)));

describe('sentences of others', () => {
    it('the hashes are whole: sorted, each once, as many as three articles have', () => {
        assert.deepEqual(lines.filter((line) => !/^[0-9a-f]{12}$/.test(line)), []);
        assert.deepEqual(lines, [...hashes].sort());
        assert.ok(lines.length > 3000, `${lines.length} hashes`);
    });

    it('no text of ours has one of their runs', () => {
        const found = OURS.flatMap((file) => taken(readFileSync(path.join(ROOT, file), 'utf8')).map((run) => `${file}: ${run}`));
        assert.deepEqual(found, []);
    });

    it('our texts were read: Chinese in every page, and enough of it', () => {
        const lengths = OURS.map((file) => hanOf(readFileSync(path.join(ROOT, file), 'utf8')).length);
        assert.deepEqual(OURS.filter((file, i) => file.startsWith('content/') && lengths[i] < 500), []);
        assert.ok(lengths.reduce((sum, n) => sum + n) > 50000);
    });

    it('a sentence that is taken over is found, whatever stands between its characters', () => {
        assert.equal([...CANARY].length, RUN);
        const copy = new Copy('content'), name = 'content/zh/guide/memory.md';
        writeFileSync(copy.file(name), copy.text(name).replace('\n## ', `\n${CANARY_IN_A_SENTENCE}\n\n## `));
        assert.deepEqual(taken(copy.text(name)), [CANARY]);
    });

    it('eleven characters of it are not', () => assert.deepEqual(taken(CANARY.slice(1)), []));
});
