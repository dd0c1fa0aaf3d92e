// A site of 10,000 files.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { Stage } from './helper.mjs';

describe('10,000 files', () => {
  let stage;
  before(async () => (stage = await Stage.open()));
  after(() => stage.close());

  it('are published, found unchanged, and one change is one upload', async () => {
    stage.fresh({ files: 10000 }, { jobs: 16, timeout: 20 });
    assert.equal((await stage.mustPublish()).uploads, 10000);
    assert.deepEqual(stage.differences(), []);
    assert.deepEqual(stage.oss.bucket.violations, []);
    stage.oss.log.length = 0;
    assert.equal((await stage.mustPublish()).status, 'unchanged');
    assert.ok(stage.oss.log.length < 30);
    stage.write({ files: 10000, edit: [1234] });
    const plan = await stage.mustPublish();
    assert.deepEqual([plan.uploads, plan.switches, plan.deletes], [1, 1, 0]);
  });

  it('most of them can be deleted, in batches', async () => {
    stage.write({ files: 100 });
    const plan = await stage.mustPublish(['--force-delete']);
    assert.ok(plan.deletes > 2000);
    assert.deepEqual(stage.differences(), []);
    assert.deepEqual(stage.oss.bucket.violations, []);
  });
});
