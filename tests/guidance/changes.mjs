// One-character changes of the guidance: where facts stand in a Markdown file, and a seeded choice among them.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT, filesBelow } from './tree.mjs';

export const KINDS = ['digit', 'unit', 'name', 'link'];

// Written here once more, independently of the program's list.
const UNITS = 'GB|GiB|MB|MiB|kB|KiB|TB|TiB|B|M|GB/s|MB/s|kB/s|TB/s|GiB/s|MiB/s|Gbit/s|Mbit/s|TFLOPS|TOPS|FLOPS|FLOP|GHz|MHz|W|IOPS|pps|' +
    'ms|s|min|h|seconds?|minutes?|hours?|days?|months?|bits?|bytes?|pixels?';
const UNIT = new RegExp(`(?<=[0-9][ -]?|million |billion |thousand )(?:${UNITS})(?![A-Za-z0-9])`, 'g');
const NAME = /(?<![A-Za-z0-9_])(?:ecs\.)?(?:ebm|scc|hf|v|s)?(?:gn|ga|gp|an)[0-9][0-9a-z.-]*[0-9a-z]/g;
const LINK = /(?<=\]\(<?)[^)>]+|(?<=\{#)[^}]+/g;

function charactersIn(text, pattern, wanted) {
    return [...text.matchAll(pattern)].flatMap((match) => [...match[0]].flatMap((c, i) => (wanted.test(c) ? [match.index + i] : [])));
}

const blank = (text, pattern) => text.replaceAll(pattern, (match) => ' '.repeat(match.length));

// {digit: [offset, …], unit: …} of a line; no character is of two kinds.
function placesOf(line) {
    const prose = blank(line, LINK);
    return {
        digit: charactersIn(blank(prose, NAME), /[0-9]+/g, /[0-9]/),
        unit: charactersIn(prose, UNIT, /[A-Za-z]/),
        name: charactersIn(prose, NAME, /[0-9A-Za-z]/),
        link: charactersIn(line, LINK, /[0-9A-Za-z]/),
    };
}

// Title and summary stand in front matter like prose; of the rest the references to other pages.
function lineOfFront(line) {
    if (/^(title|summary): /.test(line))
        return placesOf(line);
    const reference = line.match(/^ +- ([a-z]+:.*)$/);
    return reference ? { link: charactersIn(line, /(?<= - ).*/g, /[0-9A-Za-z]/) } : {};
}

// Every place of the whole guidance, by kind: [{file, line, offset}, …].
export function allPlaces() {
    const all = Object.fromEntries(KINDS.map((kind) => [kind, []]));
    for (const file of filesBelow('content', '.md')) {
        const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
        const body = lines.indexOf('---', 1);
        for (const [i, line] of lines.entries())
            for (const [kind, offsets] of Object.entries(i < body ? lineOfFront(line) : placesOf(line)))
                all[kind].push(...offsets.map((offset) => ({ file, line: i + 1, offset, alone: i < body && kind === 'link' })));
    }
    return all;
}

// mulberry32: the same numbers for the same seed everywhere.
function random(seed) {
    let state = seed;
    return (below) => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return (((t ^ (t >>> 14)) >>> 0) * below) / 2 ** 32 | 0;
    };
}

// Another character of the same class.
function another(c, choose) {
    const alphabet = /[0-9]/.test(c) ? '0123456789' : /[a-z]/.test(c) ? 'abcdefghijklmnopqrstuvwxyz' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const others = alphabet.replace(c, '');
    return others[choose(others.length)];
}

function takeOut(list, choose) {
    return list.splice(choose(list.length), 1)[0];
}

// `count` changes, as many of each kind, no place twice: {kind, file, line, offset, from, to, alone}.
export function chooseChanges(count, seed) {
    const choose = random(seed), places = allPlaces();
    return Array.from({ length: count }, (_, i) => {
        const kind = KINDS[i % KINDS.length], place = takeOut(places[kind], choose);
        const from = readFileSync(path.join(ROOT, place.file), 'utf8').split('\n')[place.line - 1][place.offset];
        return { kind, ...place, from, to: another(from, choose) };
    });
}

export function applyChange(text, { line, offset, from, to }) {
    const lines = text.split('\n'), old = lines[line - 1];
    if (old[offset] !== from)
        throw new Error(`line ${line} has no "${from}" at ${offset}`);
    lines[line - 1] = old.slice(0, offset) + to + old.slice(offset + 1);
    return lines.join('\n');
}
