// What one publication after the other does to the bucket.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

import { md5, useStage } from './helper.mjs';
import { writeSite } from './site.mjs';

describe('chipfirst publish', () => {
  let stage;
  useStage((s) => (stage = s));

  const noViolations = () => assert.deepEqual(stage.oss.bucket.violations, []);
  const asInFolder = (also) => assert.deepEqual(stage.differences(also), []);
  const forget = () => (stage.oss.log.length = 0);
  const file = (key) => path.join(stage.site, key);
  const names = async () => JSON.parse((await stage.run(['--list', '--json'])).out).generations.map((g) => g.name);

  it('plans without changing anything', async () => {
    const plan = await stage.mustPublish(['--dry-run']);
    assert.equal(stage.oss.writes, 0);
    assert.ok(stage.oss.log.length > 0);
    assert.equal(stage.oss.bucket.objects.size, 0);
    const { status, files, uploads, unchanged, deletes, live, generation, actions } = plan;
    assert.deepEqual({ status, files, uploads, unchanged, deletes, live, generation },
      { status: 'planned', files: 60, uploads: 60, unchanged: 0, deletes: 0, live: null, generation: null });
    assert.deepEqual(actions.map((a) => a.key).sort(), [...stage.files.keys()].sort());
    assert.ok(actions.every((a) => a.reason === 'new' && a.bytes === Buffer.byteLength(stage.files.get(a.key))));
  });

  it('puts every file in its place, assets before pages, all requests signed', async () => {
    const plan = await stage.mustPublish();
    asInFolder();
    noViolations();
    assert.ok(stage.oss.log.every((entry) => entry.signed));
    assert.equal(stage.oss.uploads, 60);
    assert.equal(plan.status, 'published');
    assert.match(plan.generation, /^\d{8}T\d{6}Z$/);
    const order = stage.oss.log.filter((e) => e.copy).map((e) => (e.key.endsWith('.html') ? (e.key.includes('/') ? 'page' : 'root') : 'data'));
    assert.deepEqual([...new Set(order)], ['data', 'page', 'root']);
    assert.deepEqual(order, [...order].sort((a, b) => ['data', 'page', 'root'].indexOf(a) - ['data', 'page', 'root'].indexOf(b)));
  });

  it('sends the headers of each class, and keeps its own objects private', async () => {
    await stage.mustPublish();
    const headers = (key) => [stage.object(key).headers['content-type'], stage.object(key).headers['cache-control']];
    assert.deepEqual(headers('index.html'), ['text/html; charset=utf-8', 'no-cache']);
    assert.deepEqual(headers('data/rows.csv'), ['text/csv; charset=utf-8', 'no-cache']);
    const script = stage.publicKeys.find((key) => key.endsWith('.js'));
    assert.deepEqual(headers(script), ['application/javascript; charset=utf-8', 'public, max-age=31536000, immutable']);
    for (const [key, object] of stage.oss.bucket.objects)
      assert.equal(object.acl, key.startsWith('.publish/') ? 'private' : 'default', key);
  });

  it('uploads nothing the second time, and takes no lock', async () => {
    await stage.mustPublish();
    forget();
    const plan = await stage.mustPublish();
    assert.equal(plan.status, 'unchanged');
    assert.equal(stage.oss.writes, 0);
    assert.ok(stage.oss.log.length <= 4, `${stage.oss.log.length} requests`);
  });

  it('looks at contents, not at times', async () => {
    await stage.mustPublish();
    for (const key of stage.files.keys())
      utimesSync(file(key), new Date(), new Date());
    forget();
    assert.equal((await stage.mustPublish()).status, 'unchanged');
    const text = readFileSync(file('404.html'), 'utf8').replace('page 1', 'PAGE 1');
    writeFileSync(file('404.html'), text);
    utimesSync(file('404.html'), new Date('2020-01-01'), new Date('2020-01-01'));
    const plan = await stage.mustPublish();
    assert.deepEqual(plan.actions.map((a) => [a.action, a.reason, a.key]), [['upload+switch', 'content', '404.html']]);
    assert.equal(stage.oss.uploads, 1);
    asInFolder();
  });

  it('publishes a change of headers alone', async () => {
    await stage.mustPublish();
    stage.configure({ header: ['page Cache-Control: max-age=60', '*.csv Content-Disposition: attachment', 'asset x-oss-meta-made-by: tests'] });
    const plan = await stage.mustPublish();
    const pages = [...stage.files.keys()].filter((key) => key.endsWith('.html') && key.includes('/'));
    assert.equal(plan.headers_only, plan.actions.length);
    assert.equal(plan.headers_only, pages.length + 1 + stage.publicKeys.filter((key) => key.startsWith('assets/')).length);
    assert.equal(stage.object(pages[0]).headers['cache-control'], 'max-age=60');
    assert.equal(stage.object('index.html').headers['cache-control'], 'no-cache');
    assert.equal(stage.object('data/rows.csv').headers['content-disposition'], 'attachment');
    assert.equal(stage.object(stage.publicKeys.find((key) => key.endsWith('.css'))).headers['x-oss-meta-made-by'], 'tests');
    forget();
    assert.equal((await stage.mustPublish()).status, 'unchanged');
  });

  it('takes classes and types from the configuration', async () => {
    stage.configure({ class: ['asset data/*.json', 'page robots.txt'], type: ['bin application/x-thing', 'CNAME text/plain'], header: 'data/* Cache-Control:' });
    writeFileSync(file('x.BIN'), 'x');
    writeFileSync(file('CNAME'), 'x');
    const plan = await stage.mustPublish();
    const action = (key) => plan.actions.find((a) => a.key === key).action;
    assert.deepEqual([action('data/rows.json'), action('robots.txt')], ['upload', 'upload+switch']);
    assert.equal(stage.object('x.BIN').headers['content-type'], 'application/x-thing');
    assert.equal(stage.object('CNAME').headers['content-type'], 'text/plain');
    assert.equal(stage.object('data/rows.json').headers['cache-control'], undefined);
  });

  it('renames a stylesheet: old pages keep theirs until no generation needs it', async () => {
    const sheets = () => stage.publicKeys.filter((key) => key.endsWith('.css')).length;
    await stage.mustPublish();
    for (let style = 2; style <= 5; style++) {
      stage.write({ style });
      const plan = await stage.mustPublish();
      asInFolder();
      noViolations();
      assert.equal(sheets(), Math.min(style, 3), `after style ${style}`);
      assert.equal(plan.superseded, Math.min(style - 1, 3));
    }
    assert.equal((await names()).length, 3);
    const needed = new Set();
    for (const [key, { body }] of stage.oss.bucket.objects)
      if (key.startsWith('.publish/gen/'))
        body.toString().trim().split('\n').slice(1).map((line) => line.split('\t')).filter((f) => f[3] !== 'asset')
          .forEach((f) => needed.add(`.publish/blob/${f[0].slice(0, 2)}/${f[0]}-${f[1]}`));
    assert.deepEqual([...stage.oss.bucket.objects.keys()].filter((key) => key.startsWith('.publish/blob/')).sort(), [...needed].sort());
  });

  it('goes back without uploading, and is live with the old bytes', async () => {
    await stage.mustPublish();
    const old = new Map(stage.files);
    stage.write({ style: 2, edit: [3, 4], files: 66 });
    await stage.mustPublish();
    const [first] = await names();
    forget();
    const planned = await stage.mustPublish(['--rollback', first, '--dry-run']);
    assert.equal(stage.oss.writes, 0);
    assert.equal(planned.uploads, 0);
    const plan = await stage.mustPublish(['--rollback', first]);
    assert.equal(stage.oss.uploads, 0);
    assert.equal(plan.uploads, 0);
    noViolations();
    writeSite(stage.site, old);
    asInFolder();
    assert.equal((await stage.mustPublish()).status, 'unchanged');
    assert.equal((await names()).length, 3);
  });

  it('says when there is no such generation, or its copies are gone', async () => {
    await stage.mustPublish();
    const missing = await stage.publish(['--rollback', '20200101T000000Z']);
    assert.deepEqual([missing.code, missing.plan.error.class], [1, 'input']);
    const [first] = await names();
    stage.write({ edit: [5] });
    await stage.mustPublish();
    for (const key of stage.oss.bucket.objects.keys())
      if (key.startsWith('.publish/blob/'))
        stage.oss.bucket.remove(key);
    const result = await stage.publish(['--rollback', first]);
    assert.deepEqual([result.code, result.plan.error.class], [1, 'refused']);
    assert.match(result.err, /stored copy of .*page-5\.html is no longer in the bucket/);
  });

  it('repairs what somebody changed or removed by hand', async () => {
    await stage.mustPublish();
    const style = stage.publicKeys.find((key) => key.endsWith('.css'));
    stage.oss.bucket.put('index.html', Buffer.from('<p>vandal'), { 'content-type': 'text/html' });
    stage.oss.bucket.put(style, Buffer.from('vandal'), { 'content-type': 'text/css' });
    stage.oss.bucket.remove('404.html');
    const plan = await stage.mustPublish();
    assert.deepEqual(plan.actions.map((a) => [a.reason, a.key]).sort(), [['drift', 'index.html'], ['drift', style], ['new', '404.html']].sort());
    asInFolder();
  });

  it('removes vanished pages and data, last of all', async () => {
    await stage.mustPublish();
    const gone = ['robots.txt', [...stage.files.keys()].find((key) => key.startsWith('zh/'))];
    gone.forEach((key) => rmSync(file(key)));
    forget();
    const plan = await stage.mustPublish();
    assert.deepEqual(plan.actions.filter((a) => a.action === 'delete').map((a) => a.key).sort(), [...gone].sort());
    asInFolder();
    const pointer = stage.oss.log.findIndex((e) => e.method === 'PUT' && e.key === '.publish/current');
    assert.ok(pointer >= 0 && stage.oss.log.findIndex((e) => e.query === 'delete') > pointer);
  });

  it('leaves foreign objects alone, also under a name that was once a page', async () => {
    await stage.mustPublish();
    const page = [...stage.files.keys()].find((key) => key.startsWith('zh/'));
    stage.oss.bucket.put('uploads/photo.png', Buffer.from('x'), {});
    rmSync(file(page));
    await stage.mustPublish();
    stage.oss.bucket.put(page, Buffer.from('a page of somebody else'), {});
    for (const edit of [[2], [3], [4], [5]]) {
      writeSite(stage.site, [...stage.files].filter(([key]) => key !== page).map(([key, text]) => [key, key === 'robots.txt' ? `# ${edit}\n` : text]));
      const plan = await stage.mustPublish();
      assert.equal(plan.foreign, 2);
    }
    asInFolder(['uploads/photo.png', page]);
    assert.equal(stage.object(page).body.toString(), 'a page of somebody else');
  });

  it('keeps to its prefix', async () => {
    stage.oss.bucket.put('index.html', Buffer.from('of another site'), {});
    stage.configure({ prefix: 'docs/v1/' });
    await stage.mustPublish();
    assert.equal(stage.object('index.html').body.toString(), 'of another site');
    assert.ok([...stage.oss.bucket.objects.keys()].every((key) => key === 'index.html' || key.startsWith('docs/v1/')));
    for (const [key, text] of stage.files)
      assert.equal(stage.object(`docs/v1/${key}`).etag, md5(text));
    assert.equal((await stage.mustPublish()).status, 'unchanged');
  });

  it('manages odd names', async () => {
    stage.write({ odd: true });
    await stage.mustPublish();
    asInFolder();
    noViolations();
    assert.equal((await stage.mustPublish()).status, 'unchanged');
    rmSync(file('odd names'), { recursive: true });
    await stage.mustPublish(['--force-delete']);
    asInFolder();
  });

  it('counts copies with opaque ETags as unchanged', async () => {
    stage.oss.options.opaqueCopies = true;
    await stage.mustPublish();
    assert.equal((await stage.mustPublish()).status, 'unchanged');
    stage.oss.bucket.put('index.html', stage.object('index.html').body, { 'content-type': 'text/html' });
    assert.deepEqual((await stage.mustPublish()).actions.map((a) => [a.reason, a.key]), [['drift', 'index.html']]);
  });

  it('reads a listing of many pages', async () => {
    stage.oss.options.listPage = 7;
    await stage.mustPublish();
    assert.equal((await stage.mustPublish()).status, 'unchanged');
  });

  it('does not publish hidden names, and takes empty files', async () => {
    writeFileSync(file('.chipfirst'), 'index.html\n');
    mkdirSync(file('.git'));
    writeFileSync(file('.git/config'), 'x');
    writeFileSync(file('empty.txt'), '');
    await stage.mustPublish();
    assert.equal(stage.object('empty.txt').body.length, 0);
    assert.deepEqual(stage.publicKeys.filter((key) => key.includes('.chipfirst') || key.includes('.git')), []);
    assert.equal((await stage.mustPublish()).status, 'unchanged');
  });

  it('takes another folder with --site, whatever slashes it ends in', async () => {
    const other = path.join(stage.folder, 'other');
    rmSync(other, { recursive: true, force: true });
    renameSync(stage.site, other);
    assert.equal((await stage.mustPublish(['--site', `${other}//`])).files, 60);
    assert.equal(readdirSync(other).length > 0 && stage.object('index.html').etag, md5(stage.files.get('index.html')));
  });

  it('warns of a folder object that hides an index page', async () => {
    await stage.mustPublish();
    stage.oss.bucket.put('en/', Buffer.alloc(0), {});
    const result = await stage.publish(['--dry-run']);
    assert.match(result.err, /warning: .*folder object en\//);
  });

  it('prints a plan and a summary for people', async () => {
    const result = await stage.run();
    assert.equal(result.code, 0);
    assert.match(result.out, /^plan: 60 files, 0 unchanged, 60 uploads \(\d+\.\d KB\), \d+ page and data switches/);
    assert.match(result.out, /\npublished generation \d{8}T\d{6}Z: 60 uploads, \d+ switches, 0 deletes/);
    assert.match((await stage.run(['--dry-run'])).out, /dry run: nothing was changed/);
    assert.match((await stage.run(['--list'])).out, /^\d{8}T\d{6}Z +60 files {2}\(live\)\n$/);
  });

  it('says how far it is, in plain lines when nobody watches', async () => {
    stage.write({ files: 180 });
    stage.configure({ jobs: 1 });
    stage.oss.latencyMs = 32;
    stage.oss.fault = ({ copy }) => void (copy && (stage.oss.latencyMs = 0)); // the uploads are slow enough
    const result = await stage.run();
    assert.match(result.err, /^upload \d+ of 180, \d\.\d of \d\.\d MB, \d\.\d MB\/s, \d+ s left\n/);
    assert.doesNotMatch(result.err, /[\r\u001b]/);
    assert.equal((await stage.run(['--quiet'])).err, '');
  });
});
