// The table of a decision page says what `chipfirst recommend --scenario` says of the same types, and the ranking leads both.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';

import { Copy, LANGUAGES, ROOT, shown } from './tree.mjs';

const GIB = 2 ** 30;
const FAMILIES = 6;
const SCENARIOS = readdirSync(path.join(ROOT, 'catalog/scenarios')).map((name) => path.basename(name, '.yaml'));

// The words of a language's strings file.
function stringsOf(lang) {
    const lines = readFileSync(path.join(ROOT, `templates/strings.${lang}.yaml`), 'utf8').split('\n');
    return new Map(lines.flatMap((line) => { const match = line.match(/^([\w./-]+): "(.*)"$/); return match ? [[match[1], match[2]]] : []; }));
}

const textOf = (html) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&').trim();

// [{column name: text}] of the table, with `sort` for each column that has a key, and with what stands in smaller lines `below`.
function rowsOf(html, id) {
    const table = html.slice(html.indexOf(`<table id="${id}"`)).split('</table>')[0];
    const names = [...table.matchAll(/<th scope="col"[^>]*data-key="([^"]*)"/g)].map((match) => match[1]);
    return [...table.matchAll(/<tr[^>]*>\n(<th scope="row".*?)<\/tr>/gs)].map(([, row]) => {
        const cells = [...row.matchAll(/<t[hd] [^>]*?class="[^"]*"(?: data-sort="([^"]*)")?>(.*?)<\/t[hd]>/gs)];
        assert.equal(cells.length, names.length, `${id}: ${names}`);
        return Object.fromEntries(cells.map(([, sort, cell], i) => {
            const [line, ...below] = cell.split('<span class="below">');
            return [names[i], { text: textOf(line), below: below.map(textOf), sort }];
        }));
    });
}

const familyOf = (type) => type.split('.').slice(0, 2).join('.').replace(/-(?:c\d|\dx|m\d|vws-m).*$/, '');

function recommend(scenario) {
    return JSON.parse(execFileSync(process.env.CHIPFIRST, ['recommend', '--scenario', scenario, '--json'], { cwd: ROOT, maxBuffer: 1 << 26 }));
}

function layoutOf({ gpus, tensor_parallel, zero_stage }, words) {
    const fill = (key) => words.get(key).replace('{0}', gpus).replace('{1}', tensor_parallel > 1 ? tensor_parallel : zero_stage);
    return fill(gpus === 1 ? 'scenario.layout_one' : tensor_parallel > 1 ? 'scenario.layout_tensor' : zero_stage > 0 ? 'scenario.layout_zero' : 'scenario.layout_data');
}

// A rate is that of all GPUs of the machine: copies of the layout where they divide, else the states of one job on all of them.
function layoutsOf({ gpus, layout, speed }, words) {
    const one = layoutOf(layout, words), replicas = gpus / layout.gpus;
    const isCopied = Number.isInteger(replicas) && (layout.gpus === 1 || layout.zero_stage === 0);
    if (!speed || !(replicas > 1)) return one;
    return words.get(isCopied ? 'scenario.replicas' : 'scenario.rate_on').replace('{0}', isCopied ? replicas : gpus).replace('{1}', one);
}

function verdictOf(type, words, isRequirements) {
    if (type.reason)
        return words.get('scenario.fails').replace('{0}', words.get(`limit.${type.reason}`));
    return words.get(isRequirements ? 'scenario.fits' : type.verdict === 'tight' ? 'verdict.tight' : 'verdict.fits');
}

// A number as three significant digits show it.
const near = (text, value) => Math.abs(Number(text.replaceAll(',', '')) / value - 1) <= 0.0051;

describe('the table of candidates', () => {
    let copy;
    const answers = new Map();
    before(async () => {
        copy = new Copy();
        const built = await copy.run('build');
        assert.equal(shown(built.messages), '');
        for (const scenario of SCENARIOS)
            answers.set(scenario, recommend(scenario));
    });

    for (const scenario of SCENARIOS)
        for (const lang of LANGUAGES)
            it(`${lang}: ${scenario}`, () => {
                const { types, workload } = answers.get(scenario), words = stringsOf(lang), isRequirements = workload.model === null;
                const place = new Map(types.map((type, i) => [type.id, i]));
                const rows = rowsOf(copy.text(`site/${lang}/scenarios/${scenario}.html`), 'candidates-table');
                const order = rows.map((row) => place.get(row.type.text));
                assert.ok(!order.includes(undefined));
                assert.deepEqual(order, order.toSorted((a, b) => a - b), 'in the order of the ranking');
                assert.equal(order[0], 0, 'with its first');
                for (const row of rows) {
                    const type = types[place.get(row.type.text)], of = `${type.id}: `;
                    assert.equal(row.place.sort, String(place.get(type.id) + 1), `${of}rank`);
                    assert.equal(row.verdict.text.replace(/^[●◐○] /, ''), verdictOf(type, words, isRequirements), `${of}verdict`);
                    if (!isRequirements && type.need_bytes) {
                        assert.equal(row.need.sort, String(type.need_bytes), `${of}need`);
                        assert.ok(Math.abs(Number(row.need.text) - type.need_bytes / GIB) < 0.051, `${of}need`);
                        const left = type.have_bytes - type.need_bytes, word = words.get(left < 0 ? 'scenario.over' : 'scenario.rest');
                        const number = row.need.below[0].replace(word.replace('{0}', ''), '');
                        assert.ok(Math.abs(Number(number) - Math.abs(left) / GIB) < 0.051, `${of}left`);
                        assert.equal(row.layout.text, layoutsOf(type, words), `${of}layout`);
                    }
                    if (type.speed && row.rate) {
                        assert.ok(near(row.rate.text, type.speed.tokens_per_second.likely), `${of}rate`);
                        assert.ok(near(row.gpu_hours.text, type.gpu_hours), `${of}GPU-hours`);
                        assert.equal(row.binds.text, words.get(`resource.${type.speed.binding}`), `${of}binds`);
                    } else if (row.rate) {
                        assert.equal(row.rate.text, '–', `${of}no rate`);
                    }
                }
            });

    it('the sections stand in the order in which a reader decides, on at most 60 KB', () => {
        const sections = ['for-whom', 'reasoning', 'arithmetic', 'candidates', 'second-choice', 'bottlenecks', 'cost', 'pitfalls', 'pitfall-list', 'checklist', 'next', 'related', 'sources'];
        const optional = ['arithmetic', 'pitfall-list']; // without a workload, or without a pitfall that applies
        for (const scenario of SCENARIOS)
            for (const lang of LANGUAGES) {
                const html = copy.text(`site/${lang}/scenarios/${scenario}.html`), ids = [...html.matchAll(/<h2 id="([^"]*)"/g)].map((match) => match[1]);
                assert.deepEqual(ids, sections.filter((id) => ids.includes(id) || !optional.includes(id)), `${lang}/${scenario}`);
                assert.ok(html.indexOf('class="callout answer') < html.indexOf('id="for-whom"'), `${lang}/${scenario}: the answer first`);
                assert.ok(Buffer.byteLength(html) <= 60_000, `${lang}/${scenario}: ${Buffer.byteLength(html)} bytes`);
            }
    });

    for (const scenario of SCENARIOS)
        it(`${scenario}: the first type of each of the best families is there`, () => {
            const leaders = new Map();
            for (const type of answers.get(scenario).types)
                if (type.fits && !leaders.has(familyOf(type.id)) && leaders.size < FAMILIES)
                    leaders.set(familyOf(type.id), type.id);
            const ids = new Set(rowsOf(copy.text(`site/en/scenarios/${scenario}.html`), 'candidates-table').map((row) => row.type.text));
            assert.deepEqual([...leaders.values()].filter((id) => !ids.has(id)), []);
        });
});
