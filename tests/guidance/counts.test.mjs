// The whole of the guidance is there: pages, claims, assertions; and a claim that loses its link is missed.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';

import { Copy, LANGUAGES, ROOT, filesBelow, linksOfContent, shown } from './tree.mjs';

const SCENARIOS = [
    'batch-inference', 'cv-nlp-classic', 'data-preprocessing', 'diffusion', 'distributed-training', 'domestic-compliance',
    'enterprise-cluster', 'hpc-ai', 'latest-generation', 'llm-full-finetune', 'llm-lora-finetune', 'llm-online-inference',
    'llm-pretraining', 'mixed-training-inference', 'multimodal-training', 'rlhf', 'small-team', 'spot-training', 'transformer-classic',
];
const GUIDES = [
    'auto-scaling', 'capacity', 'commitments', 'cpu-and-data-loading', 'memory', 'monitoring', 'network', 'pitfalls', 'platforms',
    'selection', 'spot', 'storage', 'workflow',
];
const CLAIMS = 77;
// About names that only an article has: the ledger itself is their page.
const ON_THE_LEDGER = ['b-ga7', 'b-gn7i-24xlarge'];

// [{id, covers, line}]: line is that of `covers`.
function claimsOf(yaml) {
    const claims = [];
    for (const [i, line] of yaml.split('\n').entries()) {
        const [, key, value] = line.match(/^ {2}(?:- | {2})(id|covers): (.*)$/) ?? [];
        if (key === 'id')
            claims.push({ id: value });
        else if (key)
            Object.assign(claims.at(-1), { covers: value, line: i + 1 });
    }
    return claims;
}

const claims = claimsOf(readFileSync(path.join(ROOT, 'catalog/claims.yaml'), 'utf8'));
const pageOf = (claim, lang) => `content/${lang}/${claim.covers}.md`;
const isProse = (claim) => /^(guide|scenarios)\//.test(claim.covers);

// Takes the claim's links out of the page: their words stay.
function withoutClaim(text, id) {
    return text.replaceAll(new RegExp(`\\[([^\\[\\]]*)\\]\\(claim:${id}\\)`, 'g'), (_, words) => words || 'X');
}

describe('the whole guidance', () => {
    let copy, built;
    const page = (lang, name) => copy.text(`site/${lang}/${name}.html`);
    before(async () => {
        copy = new Copy('content');
        built = await copy.run('build');
    });

    it('it can be built, without a message', () => {
        assert.equal(shown(built.messages), '');
        assert.equal(built.code, 0);
    });

    it('19 scenarios and 13 guide pages, in both languages', () => {
        assert.equal(SCENARIOS.length, 19);
        assert.equal(GUIDES.length, 13);
        for (const lang of LANGUAGES) {
            const names = [...GUIDES.map((name) => `guide/${name}`), ...SCENARIOS.map((name) => `scenarios/${name}`)];
            assert.deepEqual(filesBelow(`content/${lang}`, '.md'), names.map((name) => `content/${lang}/${name}.md`));
            for (const name of names)
                assert.match(page(lang, name), /<h1[ >]/);
        }
    });

    it('the report counts what is computed and asserted: what the Markdown holds, 150 at least', () => {
        const links = linksOfContent().filter(({ url }) => /^(vram|fits|nofit|has|hasnot):/.test(url));
        const [, counted] = built.out.match(/ ([0-9]+) computed values and assertions/) ?? [];
        assert.equal(Number(counted), links.length);
        for (const lang of LANGUAGES)
            assert.ok(links.filter(({ file }) => file.startsWith(`content/${lang}/`)).length >= 150);
    });

    it('77 claims: each stands in the ledger, is treated on its page, and the two link to each other', () => {
        assert.equal(new Set(claims.map((claim) => claim.id)).size, CLAIMS);
        assert.deepEqual(claims.filter((claim) => claim.covers === 'claims').map((claim) => claim.id), ON_THE_LEDGER);
        for (const lang of LANGUAGES) {
            const ledger = page(lang, 'claims');
            for (const { id, covers } of claims) {
                assert.ok(ledger.includes(` id="${id}"`), `the ledger has no ${id}`);
                if (covers === 'claims')
                    continue;
                assert.ok(ledger.includes(`href="${covers}.html"`), `the ledger does not link to ${covers}`);
                assert.ok(page(lang, covers).includes(`href="../claims.html#${id}"`), `${lang}/${covers} does not link to ${id}`);
            }
        }
    });

    it('prose links to the claims it treats, in both languages', () => {
        const urls = new Set(linksOfContent().map(({ file, url }) => `${file} ${url}`));
        const missing = claims.filter(isProse).flatMap((claim) => LANGUAGES.filter((lang) => !urls.has(`${pageOf(claim, lang)} claim:${claim.id}`)).map((lang) => `${lang} ${claim.id}`));
        assert.deepEqual(missing, []);
    });

    it('one claim less on its pages, and the build fails at the claim', async () => {
        for (const claim of [claims.find(isProse), claims.findLast(isProse)]) {
            for (const lang of LANGUAGES)
                writeFileSync(copy.file(pageOf(claim, lang)), withoutClaim(copy.text(pageOf(claim, lang)), claim.id));
            const { code, messages } = await copy.run('check');
            assert.equal(code, 1);
            const at = messages.filter(({ file, line, message }) => file === 'catalog/claims.yaml' && line === claim.line && message.includes(claim.id));
            assert.equal(at.length, LANGUAGES.length, shown(messages));
            for (const lang of LANGUAGES)
                writeFileSync(copy.file(pageOf(claim, lang)), readFileSync(path.join(ROOT, pageOf(claim, lang))));
        }
    });
});
