// Readers at work while the site changes under them: a page that was read must find its stylesheet, scripts and pictures, also when they
// are asked for half a second later.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';

import { Stage } from './helper.mjs';
import { needsOf } from './oss/bucket.mjs';

const READERS = 32, THINK_MS = 500;

describe('32 readers during a publication', () => {
  let stage, agent;
  before(async () => {
    stage = await Stage.open();
    stage.fresh({ files: 300 });
    stage.oss.domains.add('kb.example.com');
    stage.oss.bucket.acl = 'public-read';
    agent = new http.Agent({ keepAlive: true, maxSockets: READERS });
  });
  after(async () => {
    agent.destroy();
    await stage.close();
  });

  const encode = (key) => '/' + key.split('/').map(encodeURIComponent).join('/');
  const get = (key) => new Promise((resolve, reject) => {
    http.get({ agent, host: '127.0.0.1', port: stage.oss.port, path: encode(key), headers: { host: 'kb.example.com' } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
    }).on('error', reject);
  });

  async function load(key, seen) {
    const page = await get(key);
    await new Promise((resolve) => setTimeout(resolve, THINK_MS));
    const needs = [...needsOf(key, page.body)];
    const answers = await Promise.all(needs.map(get));
    seen.loads++;
    seen.needs += needs.length;
    if (page.status !== 200 || answers.some((answer) => answer.status !== 200))
      seen.broken.push(key);
  }

  async function readUntil(done, seen, first) {
    const pages = [...stage.files.keys()].filter((key) => key.endsWith('.html'));
    for (let i = first; !done.yet; i += 7)
      await load(pages[i % pages.length], seen);
  }

  it('no page load breaks while the stylesheet is renamed, three times over', async () => {
    await stage.mustPublish();
    const done = { yet: false }, seen = { loads: 0, needs: 0, broken: [] };
    const readers = Array.from({ length: READERS }, (_, i) => readUntil(done, seen, i));
    stage.oss.latencyMs = 2;
    for (let style = 2; style <= 4; style++) {
      stage.write({ files: 300, style });
      await stage.mustPublish();
    }
    await new Promise((resolve) => setTimeout(resolve, THINK_MS));
    done.yet = true;
    await Promise.all(readers);
    console.log(`readers: ${seen.loads} page loads, ${seen.needs} files they need, ${seen.broken.length} broken`);
    assert.deepEqual(seen.broken, []);
    assert.ok(seen.loads > 3 * READERS && seen.needs >= 4 * seen.loads, `${seen.loads} loads`);
    assert.deepEqual(stage.differences(), []);
  });
});
