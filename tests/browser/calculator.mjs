// The calculator in a browser: fill in, change, share, reload, go back, paste, copy, print; what it says against hand-computed values.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addAxe, violations } from './accessibility.mjs';
import { languages, themes, widths } from './kinds.mjs';
import { file, http, settle, textOf, withPage } from './stage.mjs';

const A10 = 'ecs.gn7i-c16g1.4xlarge';

async function ready(page) {
  await page.locator('main[data-calc="ready"]').waitFor();
  await settle(page);
}

async function visit(page, way, query = '', lang = 'en') {
  await page.goto(`${way.base}${lang}/calculator.html${query}`);
  await ready(page);
}

const input = (page, name) => page.locator(`#calc-form [name="${name}"]`);

async function unfold(page, name) {
  await input(page, name).first().evaluate((control) => {
    for (let fold = control.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  });
}

/* Fills a field in as a reader does, and waits for the result. */
async function fill(page, name, value) {
  await unfold(page, name);
  const control = input(page, name);
  const kind = await control.first().evaluate((one) => one.type);
  if (kind === 'radio') await page.locator(`[name="${name}"][value="${value}"]`).check({ force: true });
  else if (kind === 'checkbox') await control.setChecked(value);
  else if (kind === 'select-one') await control.selectOption(value);
  else await control.fill(String(value));
  await settle(page);
}

async function chooseModel(page, id) {
  await input(page, 'model').fill(id);
  await input(page, 'model').blur();
  await settle(page);
}

/* Rows of a part's table as lists of texts, without buttons and notes. */
function rowsOf(page, part) {
  return page.locator(`#${part} table`).first().evaluate((table) =>
    [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => {
      const copy = cell.cloneNode(true);
      for (const extra of copy.querySelectorAll('.calc-row-tools, .aliases, .v, .swatch')) extra.remove();
      return copy.textContent.trim();
    })));
}

/* The terms of the memory table: {label: [GiB, GiB at the peak, formula]}. */
async function termsOf(page) {
  return Object.fromEntries((await rowsOf(page, 'memory')).map(([name, ...cells]) => [name, cells]));
}

async function kvOf(page) {
  return (await termsOf(page))['KV cache']?.[0];
}

/* What a reader sees of the result, for comparing two visits. */
async function picture(page) {
  return {
    verdict: await page.locator('#verdict').innerText(),
    memory: await rowsOf(page, 'memory'),
    types: (await page.locator('#types').isVisible()) ? await rowsOf(page, 'types') : [],
    fields: await page.locator('#calc-form').evaluate((form) =>
      [...form.elements].filter((one) => one.name).map((one) => `${one.name} ${['checkbox', 'radio'].includes(one.type) ? one.checked : one.value}`)),
  };
}

const query = (page) => new URL(page.url()).search;
const inline = (fields) => `?model=custom&${Object.entries(fields).map(([key, value]) => `${key}=${value}`).join('&')}&catalog=latest`;

for (const way of [http, file])
  for (const lang of languages)
    describe(`calculator over ${way.name}, ${lang}`, () => {
      test('results follow the form at once, and the address brings them back', () =>
        withPage(way, {}, async (page, faults) => {
          await visit(page, way, '', lang);
          const before = await picture(page);
          await chooseModel(page, 'qwen2.5-14b');
          await fill(page, 'method', 'qlora');
          await fill(page, 'seq', 4096);
          await fill(page, 'optimizer', 'adamw_8bit');
          await fill(page, 'token_budget', 1e9);
          const sent = await picture(page);
          assert.notDeepEqual(sent.memory, before.memory);
          assert.match(query(page), /^\?model=qwen2\.5-14b&method=qlora&seq=4096&optimizer=adamw_8bit&token_budget=1000000000&catalog=[0-9a-f]{12}$/);
          const address = page.url();
          await page.reload();
          await ready(page);
          assert.deepEqual(await picture(page), sent, 'after a reload');
          await withPage(way, {}, async (other, more) => {
            await other.goto(address);
            await ready(other);
            assert.deepEqual(await picture(other), sent, 'for someone else');
            assert.deepEqual(more, []);
          });
          assert.deepEqual(faults, []);
        }));

      test('back and forward walk through the changes, a field a step', () =>
        withPage(way, {}, async (page, faults) => {
          await visit(page, way, '', lang);
          const pictures = [await picture(page)];
          await input(page, 'seq').click();
          await page.keyboard.press('ControlOrMeta+A');
          await page.keyboard.type('16384');
          await page.keyboard.press('Tab');
          await settle(page);
          pictures.push(await picture(page));
          await fill(page, 'kv_precision', 'fp8');
          pictures.push(await picture(page));
          for (const expected of [pictures[1], pictures[0]]) {
            await page.goBack();
            await settle(page);
            assert.deepEqual((await picture(page)).memory, expected.memory);
          }
          assert.equal(query(page), '');
          for (const expected of [pictures[1], pictures[2]]) {
            await page.goForward();
            await settle(page);
            assert.deepEqual(await picture(page), expected);
          }
          assert.deepEqual(faults, []);
        }));
    });

describe('calculator: inputs', () => {
  test('back overwrites the field that has the focus, too', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?method=lora&seq=1024&catalog=latest');
      await input(page, 'seq').click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('4096');
      await settle(page);
      assert.match(query(page), /seq=4096/);
      await page.goBack();
      await settle(page);
      assert.equal(await page.evaluate(() => document.activeElement.name), 'seq');
      assert.equal(await input(page, 'seq').inputValue(), '1024');
      await page.keyboard.press('Tab');
      await settle(page);
      assert.match(query(page), /seq=1024/);
    }));

  test('a part of a name that one model has takes it', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http);
      await input(page, 'model').click();
      await page.keyboard.type('mixtral 8x7b');
      await page.keyboard.press('Enter');
      await settle(page);
      assert.match(query(page), /^\?model=mixtral-8x7b&/);
      assert.equal(await page.locator('.field-error').count(), 0);
    }));

  for (const [key, press] of [['Enter', 'Enter'], ['Tab', 'Tab']])
    test(`a part of several names and ${key}: they are counted and offered`, () =>
      withPage(http, {}, async (page) => {
        const models = textOf('data/models.csv').split('\n').filter((line) => /^[^,]*,[^,]*qwen3[^,]*,/.test(line)).length;
        await visit(page, http);
        await input(page, 'model').click();
        await page.keyboard.type('qwen3');
        await page.keyboard.press(press);
        const said = await page.locator('#model-error').innerText();
        assert.match(said, new RegExp(`${models} models match “qwen3”`));
        assert.match(said, /still that of Qwen2\.5 7B/);
        const offered = page.locator('#model-facts button');
        assert.equal(await offered.count(), models);
        await offered.filter({ hasText: /^Qwen3 8B$/ }).click();
        await settle(page);
        assert.match(query(page), /^\?model=qwen3-8b&/);
        assert.equal(await page.locator('.field-error').count(), 0);
      }));
});

describe('calculator: a link shows what its sender saw', () => {
  test('whatever the receiver has in local storage', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?method=lora&seq=1024&catalog=latest');
      const plain = await picture(page);
      await page.evaluate(() => {
        for (const key of ['model', 'seq', 'method', 'calculator', 'state', 'catalog']) localStorage.setItem(key, '7');
      });
      await page.reload();
      await ready(page);
      assert.deepEqual(await picture(page), plain);
    }));

  test('what is set stands there to be taken back, one by one or all', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?method=lora&seq=1024&bf16=1&catalog=latest');
      const set = () => page.locator('.calc-set button').allInnerTexts();
      assert.equal((await set()).length, 3);
      await page.locator('.calc-set button', { hasText: '1024' }).click();
      assert.equal((await set()).length, 2);
      assert.equal(await input(page, 'seq').inputValue(), '2048');
      assert.doesNotMatch(query(page), /seq/);
      await page.locator('.calc-set a').click();
      await ready(page);
      assert.deepEqual(await set(), []);
      assert.equal(query(page), '');
    }));

  test('another catalogue is said, with both digests', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?seq=4096&catalog=0123456789ab');
      const said = await page.locator('#said').innerText();
      assert.match(said, /0123456789ab/);
      assert.ok(said.includes(JSON.parse(textOf('data/chips.json')).catalogue));
    }));

  test('the language is changed with the state', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?method=lora&seq=1024&catalog=latest');
      const { memory } = await picture(page);
      await page.locator('a.lang').click();
      await ready(page);
      assert.match(page.url(), /\/zh\/calculator\.html\?method=lora&seq=1024/);
      assert.deepEqual((await picture(page)).memory.map((row) => row[1]), memory.map((row) => row[1]));
    }));
});

describe('calculator: hostile addresses', () => {
  const attacks = [
    ['<script>window.harm = 1</script>', 1],
    ['"><img src=x onerror="window.harm = 1">', 1],
    ['javascript:window.harm=1', 1],
    ["';window.harm=1;//", 1],
    ['{{TITLE}} ${window.harm = 1} %00 \u202e', 1],
  ];
  for (const [text] of attacks)
    test(text, () =>
      withPage(http, {}, async (page, faults) => {
        for (const key of ['model', 'seq', 'stack', 'on', 'type', 'catalog', 'nosuchkey', 'price_hour.ecs.gn7i', text]) {
          await page.goto(`${http.base}en/calculator.html?method=lora&${encodeURIComponent(key)}=${encodeURIComponent(text)}`);
          await ready(page);
          assert.equal(await page.evaluate(() => window.harm), undefined);
          assert.equal(await page.locator('main img, main script, main b, main iframe').count(), 0, key);
          assert.ok(await page.locator('#said li').count() >= 1, `${key}: nothing is said`);
          assert.equal(await page.locator('[name="method"][value="lora"]').isChecked(), true, 'the rest of the link holds');
        }
        assert.deepEqual(faults, []);
      }));

  test('in the form, the pasted file and the prices', () =>
    withPage(http, {}, async (page, faults) => {
      const [[markup]] = attacks;
      await visit(page, http);
      await input(page, 'model').fill(markup);
      await input(page, 'model').blur();
      assert.match(await page.locator('.field-error').innerText(), /no model/);
      await page.locator('#custom > summary').click();
      await page.locator('#paste').fill(JSON.stringify({ model_type: markup, hidden_act: markup, hidden_size: markup }));
      await page.locator('#paste-use').click();
      await page.locator('#paste-said li').first().waitFor();
      await page.locator('.calc-price').first().fill(markup);
      await page.locator('.calc-price').first().blur();
      assert.equal(await page.locator('.calc-price').first().getAttribute('aria-invalid'), 'true');
      assert.equal(await page.evaluate(() => window.harm), undefined);
      assert.equal(await page.locator('main img, main script').count(), 0);
      assert.deepEqual(faults, []);
    }));
});

describe('calculator: what it computes', () => {
  // Case D18: KV cache in 16 bits of one sequence at full context, GiB; architectures from their config.json. Two replicas of
  // one GPU each, so that the cache is whole on either.
  const dense = { architecture: 'dense', mlp: 'swiglu', norm: 'rmsnorm', norms_per_layer: 2, native_precision: 'bf16' };
  const cases = [
    ['Gemma 3 27B', '10.4', 131072, { ...dense, layers: 62, hidden_size: 5376, attention_heads: 32, kv_heads: 16, head_dim: 128, intermediate_size: 21504, vocab_size: 262208, max_context: 131072, sliding_window: 1024, sliding_window_layers: 52 }],
    ['DeepSeek V3.1', '10.7', 163840, { ...dense, architecture: 'moe', layers: 61, hidden_size: 7168, attention_heads: 128, kv_heads: 128, intermediate_size: 18432, vocab_size: 129280, max_context: 163840, moe_experts: 256, moe_experts_per_token: 8, moe_shared_experts: 1, moe_intermediate_size: 2048, moe_shared_intermediate_size: 2048, moe_first_dense_layers: 3, mla_q_lora_rank: 1536, mla_kv_lora_rank: 512, mla_qk_nope_head_dim: 128, mla_qk_rope_head_dim: 64, mla_v_head_dim: 128 }],
    ['Kimi K2.5', '17.2', 262144, { ...dense, architecture: 'moe', layers: 61, hidden_size: 7168, attention_heads: 64, kv_heads: 64, intermediate_size: 18432, vocab_size: 163840, max_context: 262144, moe_experts: 384, moe_experts_per_token: 8, moe_shared_experts: 1, moe_intermediate_size: 2048, moe_shared_intermediate_size: 2048, moe_first_dense_layers: 1, mla_q_lora_rank: 1536, mla_kv_lora_rank: 512, mla_qk_nope_head_dim: 128, mla_qk_rope_head_dim: 64, mla_v_head_dim: 128 }],
    ['Qwen3 0.6B', '4.38', 40960, { ...dense, layers: 28, hidden_size: 1024, attention_heads: 16, kv_heads: 8, head_dim: 128, intermediate_size: 3072, vocab_size: 151936, max_context: 40960, tied_embeddings: 1, qk_norm: 'per_head' }],
  ];
  for (const [name, kv, seq, fields] of cases)
    test(`KV cache of ${name} (D18)`, () =>
      withPage(http, {}, async (page) => {
        await visit(page, http, inline({ ...fields, seq, gpus: 2 }));
        assert.equal(await kvOf(page), kv);
      }));

  test('an architecture that is not modelled gives weights and no verdict (D18)', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?model=flux.1-dev&catalog=latest');
      assert.match(await page.locator('#verdict').innerText(), /not modelled/);
      assert.equal(await page.locator('#types').isVisible(), false);
    }));

  test('experts are all resident, and weight bits leave the cache alone (D19)', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?model=mixtral-8x7b&seq=8192&gpus=2&catalog=latest');
      assert.equal((await termsOf(page)).Weights[0], '87.0'); // 46.7 B parameters × 2 bytes = 86.99 GiB
      assert.equal(await kvOf(page), '1.00'); // 2 × 32 × 8 × 128 × 2 × 8192
      for (const scheme of ['fp8', 'int8', 'gptq-int4', 'awq-int4', 'nf4']) {
        await fill(page, 'quantisation', scheme);
        assert.equal(await kvOf(page), '1.00', scheme);
      }
      assert.ok(Number((await termsOf(page)).Weights[0]) < 30);
    }));

  test('each part is a line of its own; what is sharded falls with the GPUs, the rest does not (D20)', () =>
    withPage(http, {}, async (page) => {
      const at = async (gpus) => {
        await visit(page, http, `?model=qwen2.5-7b&method=full&gpus=${gpus}&zero_stage=3&machines=8&catalog=latest`);
        return termsOf(page);
      };
      const [four, eight] = [await at(4), await at(8)];
      const size = (terms, name) => Number(terms[name][0]);
      for (const name of ['Weights', 'FP32 master copy', 'Gradients', 'Optimizer states'])
        assert.ok(Math.abs(size(four, name) / size(eight, name) - 2) < 0.05, `${name}: ${size(four, name)} on 4 GPUs, ${size(eight, name)} on 8`);
      for (const name of ['Activations', 'Logits and loss', 'CUDA context and libraries']) assert.equal(size(four, name), size(eight, name), name);
    }));

  test('more GPUs than KV heads: the cache is divided by the heads; a number that does not divide is refused (D21)', () =>
    withPage(http, {}, async (page) => {
      const kvAt = async (ways) => {
        await visit(page, http, `?model=llama-3.1-70b&seq=131072&gpus=${ways}&tensor_parallel=${ways}&machines=4&catalog=latest`);
        return kvOf(page);
      };
      assert.equal(await kvAt(8), '5.00'); // 2 × 80 × 8 × 128 × 2 × 131072 = 40 GiB, by 8
      assert.equal(await kvAt(16), '5.00');
      await page.goto(`${http.base}en/calculator.html?model=llama-3.1-70b&gpus=6&tensor_parallel=6&catalog=latest`);
      await page.locator('.field-error').waitFor();
      assert.equal(await input(page, 'tensor_parallel').getAttribute('aria-invalid'), 'true');
      assert.match(await page.locator('#verdict').innerText(), /must divide the number of attention heads/);
    }));

  test('4-bit weights save little at long sequences, and the page warns (D22)', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?model=gemma-2-9b&method=qlora&seq=10240&checkpointing=none&catalog=latest');
      assert.match(await page.locator('#verdict .pitfall').last().innerText(), /activations are the largest term/);
      await fill(page, 'checkpointing', 'full');
      assert.equal(await page.locator('#verdict .pitfall', { hasText: 'activations' }).count(), 0);
    }));

  test('numbers of the page are those of the model page', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, `?model=qwen2.5-7b&method=lora&type=${A10}&catalog=latest`);
      const here = (await termsOf(page)).Weights.concat((await termsOf(page))['Logits and loss']);
      await page.goto(`${http.base}en/models/qwen2.5-7b.html`);
      const there = await page.locator('#terms-lora').evaluate((table) => Object.fromEntries([...table.tBodies[0].rows].map((row) => [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.textContent)])));
      assert.deepEqual(here, there.Weights.concat(there['Logits and loss']));
    }));

  test('the memory table speaks of the layout of the chosen type', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?model=qwen3-32b&quantisation=awq-int4&seq=16384&batch=4&catalog=latest');
      const rows = await rowsOf(page, 'types');
      const layouts = new Map(rows.map(([id, , layout, need]) => [layout, { id, need }]));
      assert.ok(layouts.size >= 3, 'one, two and four GPUs');
      for (const { id, need } of layouts.values()) {
        await page.locator(`#types [data-key="choose-${id}"]`).click();
        await settle(page);
        assert.equal((await termsOf(page))['Peak, likely'][0], need, id);
      }
    }));

  test('the smallest change is one click, and makes the type fit', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, `?model=qwen2.5-7b&seq=8192&batch=8&type=${A10}&catalog=latest`);
      assert.match(await page.locator('#verdict').innerText(), /Does not fit/);
      await page.locator('#verdict .calc-apply').first().click();
      await settle(page);
      assert.match(await page.locator('#verdict .callout-word').first().innerText(), /^(Fits|Tight)$/);
      assert.match(query(page), /batch=[1-7]\b/);
    }));

  test('a layout of one\'s own begins with the one that was found, and back', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?model=qwen2.5-72b&catalog=latest');
      await fill(page, 'layout', 'own');
      assert.ok(Number(await input(page, 'gpus').inputValue()) > 1);
      assert.equal(await input(page, 'gpus').isVisible(), true);
      await fill(page, 'layout', 'auto');
      assert.equal(await input(page, 'gpus').isVisible(), false);
      assert.equal(query(page).includes('gpus='), false);
    }));

  test('prices rank the types and show what each way of paying costs', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?method=lora&seq=1024&token_budget=100000000&catalog=latest');
      const [, second] = await page.locator('#types .calc-choose').evaluateAll((all) => all.map((one) => one.dataset.key.slice('choose-'.length)));
      const price = page.locator(`[data-key="price-${second}"]`);
      await price.fill('10');
      await price.blur();
      await settle(page);
      assert.equal((await rowsOf(page, 'types'))[0][0], second, 'a price known comes before none');
      await page.locator(`#types [data-key="choose-${second}"]`).click();
      await fill(page, 'spot_hour', 4);
      await fill(page, 'spot_interval', 24);
      await fill(page, 'subscription_month', 3000);
      const ways = await page.locator('#chosen table').last().innerText();
      for (const way of ['Pay-as-you-go', 'Subscription', 'Spot']) assert.match(ways, new RegExp(`${way}[^\n]*\\d`));
      assert.match(query(page), new RegExp(`price_hour\\.${second.replaceAll('.', '\\.')}=10`));
    }));
});

describe('calculator: a service', () => {
  test('requests a second become machines, rounded up, and money', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, `?batch=8&type=${A10}&price_hour.${A10}=10&catalog=latest`);
      await fill(page, 'output_tokens', 200);
      await fill(page, 'request_rate', 30);
      const facts = await page.locator('#chosen dl').evaluate((list) => Object.fromEntries([...list.children].map((one) => [one.children[0].textContent, one.children[1].firstChild.textContent])));
      const rate = Number(facts['Tokens/s, all GPUs'].split(' ')[0]);
      const machines = Number(facts['Machines for 30 requests/s'].split(',')[0]);
      // The rate is shown with three digits.
      assert.ok(machines >= (30 * 200) / (rate * 1.006) && machines < (30 * 200) / (rate / 1.006) + 1, `${machines} machines at ${rate} tokens/s`);
      assert.ok(facts['Machines for 30 requests/s'].endsWith(`, ${machines * 10} an hour`));
      const column = (await page.locator('#types thead th').allInnerTexts()).findIndex((head) => head.startsWith('Machines'));
      assert.equal((await rowsOf(page, 'types')).find((row) => row[0] === A10)[column], String(machines));
      await fill(page, 'method', 'lora');
      assert.equal(await page.locator('#types thead th', { hasText: 'Machines' }).count(), 0, 'training serves nobody');
    }));
});

describe('calculator: a number and what it is made of', () => {
  const numbersIn = (text) => [...text.matchAll(/[\d,]+(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(',', '')));
  const cases = [
    ['a whole machine is paid', '?model=qwen2.5-14b&method=full&min_gpus=8&on=nvidia-a100-80gb&token_budget=1000000000&catalog=latest', 8],
    ['a third of a card is paid', '?model=bge-m3&seq=512&batch=64&type=ecs.vgn7i-vws-m8.2xlarge&catalog=latest', 1 / 3],
  ];
  for (const lang of languages)
    for (const [name, state, paid] of cases)
      test(`GPU-hours: ${name}, ${lang}`, () =>
        withPage(http, {}, async (page) => {
          await visit(page, http, state, lang);
          const text = await page.locator('#chosen dl > div', { hasText: '÷ 3600' }).or(page.locator('#chosen dl > div', { hasText: '÷3600' })).locator('dd').innerText();
          const [shown, ...rest] = numbersIn(text);
          const [tokens, rate, hour, factor] = rest.slice(rest.findIndex((number) => number >= 1e6 && number % 1e6 === 0 && rest.includes(3600)));
          assert.equal(hour, 3600);
          assert.ok(Math.abs(factor - paid) < 0.001, text);
          assert.ok(Math.abs(tokens / rate / hour * factor / shown - 1) < 0.01, text);
        }));

  test('replicas that fill the machine stand in the layout', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?type=ecs.gn7i-c32g1.32xlarge&catalog=latest');
      const layout = await page.locator('#chosen dl > div', { hasText: 'Layout' }).locator('dd').innerText();
      assert.equal(layout, '4 × 1 GPU'); // four A10, each holds the 7B model
    }));

  test('an encoder reads: no cache, input tokens', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?model=bge-m3&seq=512&batch=64&catalog=latest');
      const verdict = await page.locator('#verdict').innerText();
      assert.match(verdict, /512 tokens each, 64 at a time/);
      assert.match(verdict, /[\d,]+ input tokens\/s/);
      assert.doesNotMatch(verdict, /cache/);
    }));

  test('where nothing holds it, the likely need is that of one GPU', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, '?model=llama-3.1-405b&method=full&catalog=latest');
      assert.match(await page.locator('#verdict .callout').first().innerText(), /on one GPU: Likely [\d,.]+ GiB .*range [\d,.]+ to [\d,.]+ GiB/);
    }));

  test('a month begun is a month paid', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http, `?method=lora&seq=1024&token_budget=10000000000&type=${A10}&subscription_month.${A10}=3000&catalog=latest`);
      const row = (await page.locator('#chosen table').last().locator('tbody tr', { hasText: 'Subscription' }).locator('th, td').allInnerTexts()).map((cell) => numbersIn(cell));
      const [, [money], [hours], , [price, months, machines]] = row;
      assert.equal(price, 3000);
      assert.equal(months, Math.ceil(hours / 730)); // 8760 hours a year ÷ 12
      assert.ok(months > 1, `${hours} h`);
      assert.equal(machines * months * price, money);
    }));
});

describe('calculator: config.json', () => {
  const config = { model_type: 'qwen3', head_dim: 128, hidden_act: 'silu', hidden_size: 1024, intermediate_size: 3072, max_position_embeddings: 40960, num_attention_heads: 16, num_hidden_layers: 28, num_key_value_heads: 8, tie_word_embeddings: true, torch_dtype: 'bfloat16', vocab_size: 151936 };

  for (const way of [http, file])
    test(`pasted over ${way.name}, it is the model of the catalogue`, () =>
      withPage(way, {}, async (page, faults) => {
        await visit(page, way, '?model=qwen3-0.6b&seq=40960&catalog=latest');
        const known = await picture(page);
        await visit(page, way, '?seq=40960&catalog=latest');
        await page.locator('#custom > summary').click();
        await page.locator('#paste').fill(JSON.stringify(config, null, 2));
        await page.locator('#paste-use').click();
        await page.waitForURL(/model=custom/);
        await settle(page);
        assert.deepEqual((await picture(page)).memory, known.memory);
        const pasted = await picture(page);
        await page.reload();
        await ready(page);
        assert.deepEqual(await picture(page), pasted, 'the address carries the architecture');
        assert.deepEqual(faults, []);
      }));

  test('what is wrong with it is said, and nothing changes', () =>
    withPage(http, {}, async (page) => {
      await visit(page, http);
      const before = query(page);
      await page.locator('#custom > summary').click();
      for (const [text, message] of [['{"a":', /not JSON/], ['', /Paste the file first/], [JSON.stringify({ ...config, head_dim: undefined }), /head_dim is missing/], ['{"is_encoder_decoder": true, "model_type": "t5"}', /not modelled/]]) {
        await page.locator('#paste').fill(text);
        await page.locator('#paste-use').click();
        await page.locator('#paste-said li').first().waitFor();
        assert.match(await page.locator('#paste-said').innerText(), message);
        assert.match(await page.locator('#paste-said').innerText(), /still that of Qwen2\.5 7B/);
        assert.equal(query(page), before);
      }
    }));
});

describe('calculator: for the design review', () => {
  const permissions = ['clipboard-read', 'clipboard-write'];

  test('the link that is copied brings everything back', () =>
    withPage(http, { permissions }, async (page) => {
      await visit(page, http, '?method=lora&seq=1024&catalog=latest');
      const sent = await picture(page);
      await page.locator('[data-key="copy_link"]').click();
      await page.locator('.calc-copied:not(:empty)').first().waitFor(); // the clipboard takes its time
      assert.match(await page.locator('.calc-copied').innerText(), /copied/);
      const address = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(address, /\?method=lora&seq=1024&catalog=[0-9a-f]{12}$/);
      await page.goto(address);
      await ready(page);
      assert.deepEqual(await picture(page), sent);
      assert.equal(await page.locator('#said *').count(), 0);
    }));

  test('the text has requirement, need, candidates, rejected types, choice, assumptions, digest, date and link', () =>
    withPage(http, { permissions }, async (page) => {
      await visit(page, http, `?method=lora&seq=1024&type=${A10}&price_hour.${A10}=10&token_budget=100000000&catalog=latest`);
      await page.locator('[data-key="copy_markdown"]').click();
      await page.locator('.calc-copied:not(:empty)').first().waitFor(); // the clipboard takes its time
      const text = await page.evaluate(() => navigator.clipboard.readText());
      for (const heading of ['Requirement', 'Computed need', 'Candidates', 'Rejected', 'Chosen', 'Assumptions']) assert.match(text, new RegExp(`^## ${heading}$`, 'm'));
      assert.match(text, /^- Sequence length: 1024$/m);
      // Whatever the defaults become, the text says what was computed with.
      const assumed = text.slice(text.indexOf('## Assumptions'));
      for (const pair of ['Sequence length = 1024', 'Batch per replica = 1', 'Optimizer = AdamW', 'Activation checkpointing = Every layer', 'LoRA rank = 8', 'Precision = As released', 'Compiled blocks = no'])
        assert.ok(assumed.includes(pair), `${pair} is not in ${assumed}`);
      assert.doesNotMatch(assumed, /Concurrent|Cache|value\./);
      assert.match(assumed, /Prices are those of the author/);
      const rejected = text.slice(text.indexOf('## Rejected')).split('\n').filter((line) => line.startsWith('| ecs.')).map((line) => line.split('|')[2].trim());
      assert.equal(new Set(rejected).size, rejected.length, 'a chip has one line');
      assert.match(text, /\| GPU-hours \(of the budget\) \|/);
      assert.match(text, /^Likely [\d.]+ GiB on the fullest GPU, range [\d.]+ to [\d.]+ GiB/m);
      assert.match(text, /^\| Weights \| 14\.2 \|/m);
      assert.match(text, new RegExp(`^- ${A10.replaceAll('.', '\\.')}`, 'm'));
      assert.match(text, /^\| ecs\.[^|]+ \|[^|]+\| GPU memory \|/m);
      assert.match(text, new RegExp(`catalogue ${JSON.parse(textOf('data/chips.json')).catalogue}, \\d{4}-\\d\\d-\\d\\d`));
      assert.ok(text.includes(`<${http.base}en/calculator.html?method=lora&seq=1024&token_budget=100000000&type=${A10}`));
      const tables = text.split('\n\n').filter((block) => block.startsWith('|')).map((block) => new Set(block.split('\n').map((line) => line.match(/(?<!\\)\|/g).length)));
      for (const cells of tables) assert.equal(cells.size, 1, 'all rows of a table have as many cells');
    }));

  test('where copying is not allowed, the text is there to be taken by hand', () =>
    withPage(http, {}, async (page) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await visit(page, http);
      await page.locator('[data-key="copy_markdown"]').click();
      await page.locator('.calc-copied:not(:empty)').first().waitFor(); // the clipboard takes its time
      assert.match(await page.locator('.calc-copied').innerText(), /by hand/);
      assert.equal(await page.evaluate(() => document.activeElement.value?.startsWith('# ')), true);
    }));

  for (const theme of themes)
    test(`print: result, reasons and link, no inputs (${theme})`, () =>
      withPage(http, { colorScheme: theme }, async (page) => {
        await visit(page, http, `?method=lora&seq=1024&type=${A10}&catalog=latest`);
        const before = await rowsOf(page, 'memory');
        await page.emulateMedia({ media: 'print', colorScheme: theme });
        assert.equal(await page.locator('#calc-form').isVisible(), false);
        for (const part of ['verdict', 'memory', 'types', 'others', 'chosen']) assert.equal(await page.locator(`#${part}`).isVisible(), true, part);
        assert.match(await page.locator('.calc-permalink').innerText(), /\?method=lora&seq=1024&type=/);
        assert.match(await page.locator('.calc-origin').innerText(), /[0-9a-f]{12}, \d{4}-\d\d-\d\d/);
        assert.match(await page.locator('.calc-set').innerText(), /1024/);
        assert.deepEqual(await rowsOf(page, 'memory'), before);
        assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'light');
        assert.ok((await page.pdf({ format: 'A4' })).length > 10_000);
      }));
});

describe('calculator: by keyboard alone', () => {
  test('from the model to the copied link', () =>
    withPage(http, { permissions: ['clipboard-read', 'clipboard-write'] }, async (page, faults) => {
      await visit(page, http);
      const focused = () => page.evaluate(() => document.activeElement.name || document.activeElement.dataset.key || document.activeElement.id);
      const tabTo = async (name) => {
        for (let i = 0; i < 400; i++) {
          if ((await focused()) === name) return;
          await page.keyboard.press('Tab');
        }
        assert.fail(`${name} is not reached by Tab`);
      };
      await tabTo('model');
      await page.keyboard.type('qwen2.5-14b');
      await tabTo('method');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await tabTo('seq');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('1024');
      await settle(page);
      assert.match(query(page), /^\?model=qwen2\.5-14b&method=lora&seq=1024&/);
      const [, second] = await page.locator('#verdict .calc-choose').evaluateAll((all) => all.map((one) => one.dataset.key));
      await tabTo(second);
      await page.keyboard.press('Enter');
      await settle(page);
      assert.equal(await focused(), second, 'the focus stays with the button');
      assert.match(query(page), /&type=ecs\./);
      await tabTo('copy_link');
      await page.keyboard.press('Space');
      await page.locator('.calc-copied', { hasText: 'copied' }).waitFor();
      assert.deepEqual(faults, []);
    }));
});

describe('calculator: entry points', () => {
  const pages = ['scenarios/llm-lora-finetune', 'scenarios/hpc-ai', 'models/qwen2.5-7b', 'models/resnet-50', 'chips/nvidia-a10', 'types/ecs.gn7i-c16g1.4xlarge', 'guide/memory'];
  for (const lang of languages)
    for (const name of pages)
      test(`${lang}/${name}`, () =>
        withPage(http, {}, async (page, faults) => {
          await page.goto(`${http.base}${lang}/${name}.html`);
          const links = await page.locator('main a[href*="calculator.html?"]').evaluateAll((all) => [...new Set(all.map((link) => link.href))]);
          assert.ok(links.length > 0, 'no link to the calculator');
          for (const address of links.slice(0, 4)) {
            await page.goto(address);
            await ready(page);
            assert.equal(await page.locator('#said *').count(), 0, `${address} is not understood`);
          }
          assert.deepEqual(faults, []);
        }));

  test('the first workload of a scenario shows the need of its decision page', () =>
    withPage(http, {}, async (page) => {
      await page.goto(`${http.base}en/scenarios/llm-lora-finetune.html`);
      const need = await page.locator('.callout.answer .bar-text .bar-need').innerText();
      await page.locator('.to-calculator a').first().click();
      await ready(page);
      assert.ok((await page.locator('#verdict .answer-model').innerText()).includes(need.match(/[\d.]+/)[0]));
      assert.match(await page.locator('#verdict .answer-path').innerText(), /ecs\.gn7i-c16g1\.4xlarge/);
    }));
});

describe('calculator: without what it needs', () => {
  for (const lang of languages)
    test(`without JavaScript it explains itself and leads to the tables: ${lang}`, () =>
      withPage(http, { javaScriptEnabled: false }, async (page) => {
        await page.goto(`${http.base}${lang}/calculator.html`);
        const needs = page.locator('.calc-needs');
        assert.equal(await needs.isVisible(), true);
        assert.ok(await needs.locator('a').count() >= 2);
        assert.equal(await page.locator('#calc-form').isVisible(), false);
        await needs.locator('a').first().click();
        assert.match(page.url(), /\/vram\/index\.html$/);
      }));

  for (const missing of ['WebAssembly', 'DecompressionStream'])
    test(`without ${missing} it says so`, () =>
      withPage(http, {}, async (page) => {
        await page.addInitScript((name) => delete window[name], missing);
        await page.goto(`${http.base}en/calculator.html`);
        await page.locator('main[data-calc="missing"]').waitFor();
        assert.equal(await page.locator('.calc-needs').isVisible(), true);
        assert.equal(await page.locator('#calc-form').isVisible(), false);
      }));

  test('the page is painted before the module is there', () =>
    withPage(http, {}, async (page) => {
      let release;
      const held = new Promise((resolve) => (release = resolve));
      await page.route(/assets\/sizing\./, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${http.base}en/calculator.html`, { waitUntil: 'commit' });
      await page.locator('#calc-form').waitFor();
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      assert.equal(await page.locator('main').getAttribute('data-calc'), null);
      release();
      await ready(page);
    }));
});

describe('calculator: axe finds nothing', () => {
  const states = {
    'filled in': `?model=qwen2.5-72b&method=qlora&seq=4096&type=${A10}&token_budget=1000000000&price_hour.${A10}=10&catalog=latest`,
    'nothing fits': '?model=llama-3.1-405b&method=full&catalog=latest',
    'a custom model': inline({ layers: 4, hidden_size: 64 }),
    'a link that is not understood': '?model=llama-3.1-70b&gpus=6&tensor_parallel=6&x=1&catalog=0123456789ab',
  };
  for (const [name, state] of Object.entries(states))
    test(name, () =>
      withPage(http, { viewport: { width: 1000, height: 800 } }, async (page) => {
        const found = [];
        for (const lang of languages) {
          await visit(page, http, state, lang);
          await page.evaluate(() => document.querySelectorAll('main details').forEach((fold) => (fold.open = true)));
          await addAxe(page);
          for (const colorScheme of themes) {
            await page.emulateMedia({ colorScheme });
            await settle(page);
            found.push(...(await violations(page, `${lang} ${colorScheme}`)));
          }
        }
        assert.deepEqual(found, []);
      }));
});

describe('calculator: filled in, at every width', () => {
  for (const lang of languages)
    test(lang, () =>
      withPage(file, {}, async (page, faults) => {
        for (const colorScheme of themes)
          for (const width of widths) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 800 });
            await visit(page, file, `?model=qwen2.5-72b&method=qlora&seq=4096&type=${A10}&token_budget=1000000000&price_hour.${A10}=10&spot_hour.${A10}=4&spot_interval.${A10}=12&catalog=latest`, lang);
            const content = await page.evaluate(() => document.scrollingElement.scrollWidth);
            assert.ok(content <= width, `${lang} ${colorScheme} ${width}: ${content} px wide`);
          }
        assert.deepEqual(faults, []);
      }));
});

describe('calculator: the types that hold it, on a wide screen', () => {
  const states = { priced: `?model=qwen2.5-72b&method=qlora&seq=4096&type=${A10}&token_budget=1000000000&price_hour.${A10}=10&catalog=latest`, served: `?request_rate=500&token_budget=1000000000&price_hour.${A10}=10&catalog=latest`, reading: '?model=bge-m3&seq=512&batch=64&catalog=latest' };
  for (const lang of languages)
    for (const [name, state] of Object.entries(states))
      test(`${name}, ${lang}: nothing is cut off`, () =>
        withPage(http, { viewport: { width: 1440, height: 900 } }, async (page) => {
          await visit(page, http, state, lang);
          const [content, room] = await page.locator('#types .table-scroll').evaluate((frame) => [frame.scrollWidth, frame.clientWidth]);
          assert.ok(content <= room, `${content} px in ${room}`);
        }));
});
