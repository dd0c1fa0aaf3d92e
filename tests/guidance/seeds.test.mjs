// No sentence is taken over: no run of 12 Chinese characters of our texts stands in the articles that tests/data/seeds.runs
// was made of. The file has a hash of each run of theirs, sorted, and one of a run that no text has, for this test alone.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

import { RUN, hanOf, hashOf, runsOf } from './runs.mjs';
import { Copy, ROOT, filesBelow } from './tree.mjs';

const CANARY = '鲸落三更听瓦上霜慢煮石';
const CANARY_TEXT = '鲸落A10，三更\n听瓦上（24 GB）霜：慢煮石。';

const hashes = readFileSync(path.join(ROOT, 'tests/data/seeds.runs'), 'utf8').split('\n').filter(Boolean);
const seeds = new Set(hashes);
const OURS = [...filesBelow('content/zh', '.md'), ...filesBelow('catalog', '.yaml'), 'templates/strings.zh.yaml'];

const taken = (text) => runsOf(text).filter((run) => seeds.has(hashOf(run)));
