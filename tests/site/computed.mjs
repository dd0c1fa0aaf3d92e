// What the computed blocks of the guide say, against arithmetic of this file: the formulas are written down here a second time.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const SITE = process.env.SITE;
const read = (name) => readFileSync(path.join(SITE, name), 'utf8');
const text = (html) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const number = (words) => (/^[\d,.]+$/.test(words) ? Number(words.replaceAll(',', '')) : words);

// The rows of a table as arrays of numbers and words.
function table(html, id) {
    const body = html.match(new RegExp(`<table id="${id}"[^]*?<tbody>([^]*?)</tbody>`))?.[1];
    assert.ok(body, `there is no table ${id}`);
    return [...body.matchAll(/<tr[^]*?<\/tr>/g)].map(([row]) => [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map((cell) => number(text(cell[1]))));
}

function near(got, want, within, what) {
    assert.ok(Math.abs(got - want) <= within, `${what}: ${got}, expected ${want}`);
}

// Where f is 0 between two places of different sign.
function root(f, low, high) {
    assert.ok(f(low) * f(high) <= 0, 'no root between the two');
    for (let i = 0; i < 200; i++) {
        const middle = (low + high) / 2;
        if (f(low) * f(middle) <= 0)
            high = middle;
        else
            low = middle;
    }
    return (low + high) / 2;
}

const LANGUAGES = {
    en: {
        subscription: /A subscription ([\d.]+) % below the pay-as-you-go price is cheaper than pay-as-you-go above ([\d.]+) % use/,
        plan: /A savings plan with a discount of ([\d.]+) % that covers ([\d.]+) % of the machine is cheaper than pay-as-you-go above ([\d.]+) % use/,
        above: /cheaper[^.]*? above ([\d.]+) % use/g,
    },
    zh: {
        subscription: /包年包月比按量付费低([\d.]+)%时，用量高于([\d.]+)%才比按量付费便宜/,
        plan: /节省计划优惠([\d.]+)%、覆盖整机的([\d.]+)%时，用量高于([\d.]+)%才比按量付费便宜/,
        above: /用量高于([\d.]+)%[^。]*?便宜/g,
    },
};

for (const [lang, words] of Object.entries(LANGUAGES)) {
    describe(`${lang}: commitments`, () => {
        const html = read(`${lang}/guide/commitments.html`), prose = text(html);
        const subscription = prose.match(words.subscription).slice(1).map(Number), plan = prose.match(words.plan).slice(1).map(Number);
        const figure = html.match(/<figure class="chart">[^]*?<\/figure>/)[0];
        const lines = [1, 2, 3].map((i) => figure.match(new RegExp(`chart-${i}" d="M([\\d. L-]+)"`))[1].split('L').map((xy) => xy.split(' ').map(Number)));
        const [, height, width] = figure.match(/chart-axis" d="M0 -(\d+)V0H(\d+)"/).map(Number);
        const at = (line, share) => -(lines[line][0][1] + (lines[line][1][1] - lines[line][0][1]) * share) / height * 100;
        const crossing = (line) => 100 * root((share) => at(line, share) - at(0, share), 0, 1);

        it('the lines begin and end at the edges, from zero', () => {
            for (const [[from], [to]] of lines)
                assert.deepEqual([from, to], [0, width]);
            near(at(0, 0), 0, 0, 'pay-as-you-go unused');
            near(at(0, 1), 100, 0, 'pay-as-you-go in full use');
        });

        it('sentence, lines, circles and arithmetic name the same break-even use', () => {
            const circles = [...figure.matchAll(/<circle[^>]*cx="([\d.]+)" cy="-([\d.]+)"[^>]*><text[^>]*>([\d.]+)/g)].map((c) => c.slice(1).map(Number));
            const c = plan[1] / 100 * (1 - plan[0] / 100) * 100; // the commitment in units a month
            const month = (use) => use * (c + Math.max(0, 100 - c / (1 - plan[0] / 100))) + (1 - use) * c;
            const wanted = [root((use) => 100 - subscription[0] - 100 * use, 0, 1), root((use) => month(use) - 100 * use, 0, 1)];
            [subscription[1], plan[2]].forEach((said, i) => {
                near(said, 100 * wanted[i], 0.05, 'sentence against arithmetic');
                near(said, crossing(i + 1), 0.05, 'sentence against the lines');
                near(said, circles[i][0] / width * 100, 0.05, 'sentence against the circle');
                near(said, circles[i][2], 0, 'sentence against the text at the circle');
                near(at(0, said / 100), circles[i][1] / height * 100, 0.05, 'the circle lies on the line');
            });
        });

        it('the table has the values of the lines, and the crossings', () => {
            const rows = table(html, 'break-even-costs');
            for (const [use, ...costs] of rows)
                [0, 1, 2].forEach((i) => near(costs[i], at(i, use / 100), 0.06, `cost ${i} at ${use} %`));
            const row = (use) => rows.find((r) => r[0] === use);
            near(row(subscription[1])[2], row(subscription[1])[1], 0.001, 'costs at the crossing');
            near(row(plan[2])[3], row(plan[2])[1], 0.001, 'costs at the crossing');
        });

        it('every discount has its break-even use', () => {
            const rows = table(html, 'break-even-discounts');
            assert.ok(rows.length >= 10);
            for (const [discount, use, day, months] of rows) {
                near(use, 100 - discount, 0.001, 'use');
                near(day, 24 * (100 - discount) / 100, 0.051, 'hours a day');
                near(months, 12 * (100 - discount) / 100, 0.051, 'months');
            }
        });

        it('no other sentence of the site names another break-even use', () => {
            let found = 0;
            for (const folder of ['guide', 'scenarios'])
                for (const name of readdirSync(path.join(SITE, lang, folder)))
                    for (const [sentence, use] of text(read(`${lang}/${folder}/${name}`)).matchAll(words.above)) {
                        found++;
                        assert.ok([subscription[1], plan[2]].includes(Number(use)), `${name}: ${sentence}`);
                    }
            assert.ok(found >= 2);
        });
    });

    describe(`${lang}: spot`, () => {
        const html = read(`${lang}/guide/spot.html`);
        const WORK = 24, RESTART = 300 / 3600, WAITS = [1 / 6, 2]; // hours, as all here
        const reclaims = (interval, write, mean, restart) => WORK / interval * Math.exp(restart / mean) * Math.expm1((interval + write) / mean);

        // The least of a function with one minimum, by thirds.
        function least(f, low, high) {
            for (let i = 0; i < 200; i++) {
                const third = (high - low) / 3;
                if (f(low + third) < f(high - third))
                    high -= third;
                else
                    low += third;
            }
            return (low + high) / 2;
        }
        const best = (write, mean) => least((interval) => reclaims(interval, write, mean, 0), 1e-3, mean);

        it('the intervals are those of Young and Daly, and the minimum', () => {
            const rows = table(html, 'spot-intervals');
            assert.ok(rows.length >= 18);
            for (const [mean, seconds, young, daly, exact, lost] of rows) {
                const write = seconds / 3600, interval = best(write, mean);
                near(young, 60 * Math.sqrt(2 * write * mean), 0.051, 'Young');
                near(daly, 60 * (Math.sqrt(2 * write * mean) * (1 + Math.sqrt(write / 2 / mean) / 3 + write / 18 / mean) - write), 0.051, 'Daly');
                near(exact, 60 * interval, 0.051, 'exact');
                near(lost, 100 * (reclaims(interval, write, mean, 0) * mean / WORK - 1), 0.051, 'lost time');
            }
        });

        it('a job takes and is billed what the closed formula says', () => {
            const rows = table(html, 'spot-jobs');
            assert.ok(rows.length >= 18);
            for (const [mean, seconds, count, billed, notice, ...rest] of rows) {
                const write = seconds / 3600, interval = best(write, mean), k = reclaims(interval, write, mean, RESTART);
                const useful = WORK * (1 + write / interval);
                near(count, k, 0.051, 'reclaims');
                near(billed, k * mean, 0.051, 'billed');
                near(notice, useful / (1 - (write + RESTART) / mean), 0.051, 'with notice');
                WAITS.forEach((wait, i) => near(rest[i], k * (mean + wait), 0.051, `elapsed, wait ${wait} h`));
                near(rest[2], 100 * useful / (k * mean), 0.051, 'price limit');
            }
        });
    });

    describe(`${lang}: network`, () => {
        const html = read(`${lang}/guide/network.html`);
        const PARAMETERS = [7615616512, 72706203648]; // Qwen2.5 7B and 72B, as their cards say
        const seconds = (bytes, bus) => bytes * 2 * 7 / 8 / bus / 1e9;

        it('an all-reduce takes its bytes over the share of the link', () => {
            const rows = table(html, 'all-reduce-table');
            let inside;
            const expected = new Map(); // of a type, inside
            for (const [way, , rate, bus, ...times] of rows) {
                inside = /NVLink|PCIe/.test(way);
                const share = /NVLink/.test(way) ? 0.8 : /PCIe/.test(way) ? 0.45 : 0.8;
                if (!inside)
                    near(rate, Number(way.match(/([\d.]+) Gbit\/s/)[1]) / 8, 0.051, 'Gbit/s to GB/s');
                else
                    expected.set(rate, share * rate);
                assert.ok(Math.abs(bus - share * rate) < 0.11 || (!inside && [...expected.values()].some((b) => Math.abs(b - bus) < 0.051)), `bus of ${way}`);
                times.forEach((time, i) => near(time / seconds(2 * PARAMETERS[i], bus), 1, 0.03, `${way}, model ${i}`));
            }
            assert.ok(rows.length >= 12);
        });

        // Full training of 7B on 8 A100 with 80 GB moves its gradients once; the step waits for at least the 40 % that do not hide.
        it('the exchange of a step is that of its gradients', () => {
            const row = table(html, 'steps-7b').find(([type]) => type === 'ecs.ebmgn7e.32xlarge');
            near(row[3], seconds(2 * PARAMETERS[0], 0.8 * 300), 0.001, 'inside');
            near(row[5], 2 * PARAMETERS[0] * 2 * 63 / 64 / (0.8 * 8e9), 0.01, 'between');
            assert.ok(row[4] > 0 && row[4] < 20 && row[6] > 50, 'waiting');
        });

        it('a chip without published peak has no share of waiting, and a card too small no time', () => {
            const row = (id, type) => table(html, id).find(([name]) => String(name).split(' ')[0] === type);
            const missing = lang === 'en' ? ['no peak', 'does not fit'] : ['缺峰值', '放不下'];
            assert.equal(row('steps-7b', 'ecs.ebmgn8v.48xlarge')[4], missing[0]);
            assert.equal(row('steps-7b', 'ecs.ebmgn6i.24xlarge')[3], missing[1]);
        });
    });

    describe(`${lang}: storage`, () => {
        const html = read(`${lang}/guide/storage.html`);
        const LEVELS = [[40, 100, 0.25, 180, 12, 10000], [20, 120, 0.5, 350, 50, 50000], [461, 120, 0.5, 750, 50, 100000], [1261, 120, 0.5, 4000, 50, 1000000]];

        // From the documentation of 2021, not from the catalogue.
        it('an ESSD gives what its level and size allow', () => {
            const rows = table(html, 'essd-sizes');
            assert.ok(rows.length >= 12);
            for (const [size, ...cells] of rows)
                LEVELS.forEach(([smallest, base, each, most, ops, mostOps], i) => {
                    const exists = size >= smallest && size <= 32768;
                    assert.equal(cells[i], exists ? Math.min(base + each * size, most) : '–', `throughput of PL${i}, ${size} GiB`);
                    assert.equal(cells[i + 4], exists ? Math.min(1800 + ops * size, mostOps) : '–', `IOPS of PL${i}, ${size} GiB`);
                });
        });

        it('bytes over rate are seconds, and what is not published stays so', () => {
            const rows = table(html, 'storage-times-table'), bytes = [14 * 7615616512, 14 * 72706203648, 2 * 7615616512, 2 * 72706203648];
            const missing = lang === 'en' ? 'not published' : '未公布';
            for (const [kind, size, write, ...rest] of rows)
                bytes.forEach((n, i) => {
                    const rate = i < 2 ? write : rest[0], time = rest[i + 1];
                    if (rate === missing)
                        assert.equal(time, missing, kind);
                    else
                        near(time / (n / rate / 1e6), 1, 0.006, `${kind} ${size}`);
                });
            assert.ok(rows.filter(([, , write]) => write === missing).length >= 2);
            const row = (kind, size) => rows.find((r) => String(r[0]).includes(kind) && r[1] === size);
            assert.deepEqual(row('CPFS', '10 TiB').slice(2, 4), [2000, 4000]);
            assert.equal(row('CPFS', '100 TiB')[3], 25000, 'one machine gets 25 GB/s');
            assert.equal(row('NAS', '10,000 GB')[3], 150 + 1500, 'NAS of the capacity type');
        });
    });

    describe(`${lang}: data loading`, () => {
        const html = read(`${lang}/guide/cpu-and-data-loading.html`);
        const rows = table(html, 'loading-types');

        it('vCPUs times the rate of a thread, against the published runs', () => {
            const TAKEN = { 'NVIDIA A100 80 GB': 2470, 'NVIDIA V100 16 GB': 8322 / 8 };
            assert.ok(rows.length >= 30);
            for (const [type, chip, , vcpus, delivered, taken, covered] of rows) {
                near(delivered / (577 * vcpus), 1, 0.01, `${type} delivers`);
                if (TAKEN[chip]) {
                    near(taken / TAKEN[chip], 1, 0.005, `${type} takes`);
                    near(covered / (100 * delivered / taken), 1, 0.01, `${type} covers`);
                } else {
                    assert.equal(covered, '–', type);
                }
            }
        });

        it('the ratio is that of the type', () => {
            const of = (type) => rows.find(([name]) => name === type)[3];
            assert.equal(of('ecs.gn6i-c4g1.xlarge'), 4);
            assert.equal(of('ecs.gn6i-c40g1.10xlarge'), 40);
            assert.equal(of('ecs.ebmgn7e.32xlarge'), 16);
        });

        it('tokenising keeps as many vCPUs busy as the bytes ask for', () => {
            const known = rows.filter((row) => typeof row[7] === 'number');
            assert.ok(known.length >= 20);
            for (const row of known)
                near(row[8], row[7] * 10 / (2.7 * 1048576), 0.006, row[0]);
        });
    });

    describe(`${lang}: auto-scaling`, () => {
        const html = read(`${lang}/guide/auto-scaling.html`);
        const load = text(html).match(/(?:\d+(?:, |、)){23}\d+/)[0].split(/, |、/).map(Number);

        it('the chart draws the load', () => {
            const figure = html.match(/<figure class="chart">[^]*?<\/figure>/)[0];
            const [, height, width] = figure.match(/chart-axis" d="M0 -(\d+)V0H(\d+)"/).map(Number);
            const points = figure.match(/chart-1" d="M([\d. L-]+)"/)[1].split('L').map((xy) => xy.split(' ').map(Number));
            const drawn = points.map(([x, y]) => [Math.round(x / width * 24), Math.round(-y / height * Math.max(...load))]);
            assert.deepEqual(drawn, load.flatMap((gpus, hour) => [[hour, gpus], [hour + 1, gpus]]));
        });

        // Hour by hour, with the GPUs that run: those always on, and those started for the hour.
        it('idle GPU-hours are those of a walk through the day', () => {
            const rows = table(html, 'scaling-floors'), peak = Math.max(...load), work = load.reduce((a, b) => a + b);
            assert.ok(rows.length >= 5);
            for (const [floor, outs, ...cells] of rows) {
                let idle = 0, started = 0, running = Math.max(load.at(-1), floor);
                for (const gpus of load) {
                    const wanted = Math.max(gpus, floor);
                    idle += wanted - gpus;
                    started += Math.max(wanted - running, 0);
                    running = wanted;
                }
                assert.equal(outs, started);
                [14, 64].forEach((minutes, i) => {
                    near(cells[2 * i], idle + started * minutes / 60, 0.051, `idle, ${floor} always on`);
                    near(cells[2 * i + 1], 100 * (work + idle + started * minutes / 60) / (24 * peak), 0.051, 'share');
                });
            }
            const said = text(html).match(/costs (\d+) % to (\d+) % of the fixed fleet|固定规模的(\d+)%到(\d+)%/).slice(1).filter(Boolean).map(Number);
            assert.deepEqual(said, [Math.round(rows[0][3]), Math.round(rows[1][5])], 'the sentence below the table');
        });
    });

    describe(`${lang}: what binds, where a rate is not published`, () => {
        const [missing, known, binds] = lang === 'en' ? ['not published', 'known', /\(binds\)/] : ['未公布', '已知', /（瓶颈）/];
        const rows = (type, id) => table(read(`${lang}/types/${type}.html`), id);

        it('a link without rate has no time, and the verdict is among the others', () => {
            const training = rows('ecs.gn7s-c32g1.32xlarge', 'speed-training-table');
            const links = training.filter((row) => row[3] === missing);
            assert.deepEqual(links.map((row) => row.slice(1, 3)), [['–', '–']]);
            assert.equal(training.filter((row) => binds.test(row[0]) && row[3] === known).length, 1);
        });

        it('a chip without peak gets no verdict at all', () => {
            for (const id of ['speed-training-table', 'speed-serving-table']) {
                const all = rows('ecs.gn8v-8x.48xlarge', id);
                assert.equal(all.filter((row) => binds.test(row[0])).length, 0);
                assert.equal(all.filter((row) => row[3] === missing).length, 1);
                assert.ok(all.every((row) => row[1] === '–' && row[2] === '–'));
            }
        });
    });
}
