// kill -9 at every barrier and at other moments: readers are never the worse for it, and the next run mends everything.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { useStage } from './helper.mjs';

let stage;
const use = () => useStage((s) => (stage = s));

const OLD = { files: 60 };
const NEW = { files: 70, style: 2, edit: [2, 3, 4, 5, 6, 7, 8, 9] }; // another stylesheet, so every page changes, and ten pages are new

// Runs until a request that `matches`; then the process is killed and the request never answered, though applied when `applied`.
async function killAt(matches, applied = false) {
  const { child, ended } = stage.start();
  let killed = false;
  stage.oss.fault = (request) => {
    if (killed)
      return 'reset';
    if (!matches(request))
      return undefined;
    killed = child.kill('SIGKILL');
    return applied ? 'applied-then-reset' : 'reset';
  };
  const { signal } = await ended;
  await new Promise((resolve) => setTimeout(resolve, 20)); // what was on its way arrives
  stage.oss.fault = () => undefined;
  return signal === 'SIGKILL';
}

function readersAreFine() {
  assert.deepEqual(stage.oss.bucket.violations, []);
  for (const key of stage.publicKeys.filter((one) => one.endsWith('.html')))
    for (const need of stage.object(key).needs)
      assert.ok(stage.object(need), `${key} needs ${need}`);
}

function tidy() {
  readersAreFine();
  assert.deepEqual(stage.differences(), []);
  for (const key of ['.publish/lock', '.publish/pending'])
    assert.equal(stage.object(key), undefined, key);
}

async function rerunMends(waiting) {
  stage.oss.log.length = 0;
  const plan = await stage.mustPublish();
  tidy();
  const resent = stage.oss.count((e) => e.method === 'PUT' && waiting.has(e.key));
  assert.equal(resent, 0, 'bodies were sent again that the bucket had');
  assert.equal((await stage.mustPublish()).status, 'unchanged');
  return plan;
}

const waitingBodies = () => new Set([...stage.oss.bucket.objects.keys()].filter((key) => key.startsWith('.publish/blob/')));
const isPut = (key) => (r) => r.method === 'PUT' && (key instanceof RegExp ? key.test(r.key) : r.key === key) && !r.copy;
const isCopy = (key) => (r) => r.copy && key.test(r.key);

const BARRIERS = [
  ['the lock', isPut('.publish/lock')],
  ['the list of what is coming', isPut('.publish/pending')],
  ['the first body', isPut(/^\.publish\/blob/)],
  ['the bodies, before data goes live', isCopy(/rows\.(csv|json)$|robots\.txt/)],
  ['data, before pages go live', isCopy(/^(en|zh|页面|odd names)\//)],
  ['pages, before those at the root', isCopy(/^[^/]+\.html$/)],
  ['all switches, before the list', isPut(/^\.publish\/gen\//)],
  ['the list, before the pointer', isPut('.publish/current')],
  ['the pointer, before the deletes', (r) => r.query.has('delete')],
  ['everything, before the lock is given back', (r) => r.method === 'DELETE' && r.key === '.publish/lock'],
];

describe('kill -9', () => {
  use();

  for (const [name, matches] of BARRIERS)
    for (const applied of [false, true])
      it(`after ${name}${applied ? ', the request just applied' : ''}`, async () => {
        await stage.mustPublish();
        stage.write(NEW);
        assert.ok(await killAt(matches, applied));
        readersAreFine();
        await rerunMends(waitingBodies());
      });

  it('of the very first publication', async () => {
    assert.ok(await killAt(isCopy(/^zh\//)));
    readersAreFine();
    await rerunMends(waitingBodies());
  });

  for (const [name, matches] of BARRIERS.slice(2))
    it(`after ${name}: the old site can be published instead, and nothing is left over`, async () => {
      await stage.mustPublish();
      stage.write(NEW);
      assert.ok(await killAt(matches, true));
      stage.write(OLD);
      await stage.mustPublish(['--force-delete']);
      tidy();
      stage.write({ ...OLD, edit: [4] }); // three more generations, so that those with the new stylesheet are dropped
      await stage.mustPublish();
      stage.write(OLD);
      await stage.mustPublish();
      stage.write({ ...OLD, edit: [5] });
      await stage.mustPublish();
      tidy();
      assert.equal(stage.publicKeys.filter((key) => key.endsWith('.css')).length, 1);
    });

  it('twice, with different sites: nothing is left over of either', async () => {
    await stage.mustPublish();
    stage.write(NEW);
    assert.ok(await killAt(isCopy(/^404\.html$/)));
    stage.write({ ...NEW, files: 65, style: 3 });
    assert.ok(await killAt(isCopy(/^404\.html$/)));
    stage.write(OLD);
    await stage.mustPublish(['--force-delete']);
    tidy();
  });

  it('of a rollback', async () => {
    await stage.mustPublish();
    const [{ name }] = JSON.parse((await stage.run(['--list', '--json'])).out).generations;
    stage.write(NEW);
    await stage.mustPublish();
    const { child, ended } = stage.start(['--rollback', name, '--force-delete']);
    stage.oss.fault = (request) => (isCopy(/^404\.html$/)(request) && child.kill('SIGKILL') ? 'reset' : undefined);
    await ended;
    stage.oss.fault = () => undefined;
    readersAreFine();
    await stage.mustPublish(['--rollback', name, '--force-delete']);
    stage.write(OLD);
    tidy();
  });

  it('at 16 random moments', async () => {
    await stage.mustPublish();
    stage.write(NEW);
    stage.oss.log.length = 0;
    await stage.mustPublish();
    const requests = stage.oss.log.length, seed = Math.floor(Math.random() * 2 ** 31);
    console.log(`kill: ${requests} requests, seed ${seed}`);
    let state = seed;
    for (let round = 0; round < 16; round++) {
      state = (state * 1103515245 + 12345) % 2147483648;
      const at = 5 + (state % (requests - 5));
      stage.write(round % 2 ? { ...NEW, style: 10 + round } : { ...OLD, style: 10 + round });
      let seen = 0;
      const killed = await killAt(() => ++seen === at);
      readersAreFine();
      if (killed)
        await stage.mustPublish(['--force-delete']);
      tidy();
    }
  });
});
