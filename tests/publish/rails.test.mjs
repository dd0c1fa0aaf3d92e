// What publish refuses, how it says so, and that it has changed nothing then.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';

import { useStage } from './helper.mjs';
import { writeSite } from './site.mjs';

let stage;
const use = () => useStage((s) => (stage = s));

const file = (key) => path.join(stage.site, key);

async function refused(args, kind, message, code = 1, options = undefined) {
  stage.oss.log.length = 0;
  const result = await stage.publish(args, options);
  assert.match(result.err, message);
  assert.deepEqual([result.code, result.plan?.error?.class], [code, kind], result.err);
  assert.ok(result.err.trimEnd().endsWith(`[${kind}]`));
  assert.equal(stage.oss.writes, 0, 'something was written');
}

describe('the site', () => {
  use();

  it('must be there', async () => {
    rmSync(stage.site, { recursive: true });
    await refused([], 'refused', /there is no folder .*site; build the site first/);
  });
  it('must not be empty', async () => {
    writeSite(stage.site, []);
    mkdirSync(stage.site);
    await refused([], 'refused', /holds no file; an empty site is not published/);
  });
  it('must have an index.html', async () => {
    rmSync(file('index.html'));
    await refused([], 'refused', /has no index\.html/);
  });
  it('must hold no links', async () => {
    symlinkSync('index.html', file('en/link.html'));
    await refused([], 'refused', /en\/link\.html: a symbolic link/);
  });
  it('must hold no pipes', async () => {
    execFileSync('mkfifo', [file('pipe.txt')]);
    await refused([], 'refused', /pipe\.txt: neither a file nor a folder/);
  });
  it('must not have keys over 1,023 bytes', async () => {
    const folder = Array.from({ length: 5 }, () => 'x'.repeat(204)).join('/');
    mkdirSync(file(folder), { recursive: true });
    writeFileSync(file(`${folder.slice(0, -1)}y.txt`.slice(0, 1019) + '.txt'), 'x'); // 1,023 bytes are fine
    assert.equal((await stage.publish(['--dry-run'])).code, 0);
    writeFileSync(file(`${folder}/y.txt`), 'x');
    await refused([], 'refused', /more than 1,023 bytes/);
  });
  it('must not have names that OSS does not take', async () => {
    writeFileSync(file('a\nb.html'), 'x');
    await refused([], 'refused', /OSS does not take this name/);
    rmSync(file('a\nb.html'));
    writeFileSync(Buffer.from(`${stage.site}/latin-\xe9.html`, 'latin1'), 'x');
    await refused([], 'refused', /the name is not UTF-8/);
  });
  it('must not have names that differ in case only', async () => {
    writeFileSync(file('en/Page-5.html'), 'x');
    writeFileSync(file('en/page-5.HTML'.toLowerCase()), 'x');
    await refused([], 'refused', /en\/Page-5\.html and en\/page-5\.html differ only in case/);
  });
  it('must not have files of unknown kind', async () => {
    writeFileSync(file('data/rows.parquet'), 'x');
    await refused([], 'refused', /data\/rows\.parquet: no content type is known.*add to .*publish\.conf/);
  });
  it('must not have files that cannot be read', async (t) => {
    if (process.getuid() === 0)
      return t.skip('root reads everything');
    writeFileSync(file('data/closed.csv'), 'x', { mode: 0 });
    await refused([], 'input', /cannot read .*closed\.csv: Permission denied/);
  });
  it('must not be over 1 GB in one file', async () => {
    execFileSync('truncate', ['-s', '1000000000', file('data/huge.csv')]);
    await refused([], 'refused', /data\/huge\.csv: over 1 GB/);
  });
});

describe('the bucket', () => {
  use();

  it('must not lose too many pages', async () => {
    await stage.mustPublish();
    const pages = [...stage.files.keys()].filter((key) => key.endsWith('.html') && key !== 'index.html');
    pages.slice(0, 12).forEach((key) => rmSync(file(key)));
    await refused([], 'refused', /would delete 12 of \d+ published pages and data files, more than 20%/);
    await refused(['--dry-run'], 'refused', /would delete 12/);
    stage.configure({ max_delete_percent: 50 });
    assert.equal((await stage.publish(['--dry-run'])).code, 0);
    stage.configure();
    await stage.mustPublish(['--force-delete']);
    assert.deepEqual(stage.differences(), []);
  });
  it('must be one we published to, or empty, or adopted once', async () => {
    stage.oss.bucket.put('backup/db.sql', Buffer.from('x'), {});
    stage.oss.bucket.put('index.html', Buffer.from('old'), {});
    await refused([], 'refused', /holds 2 objects and was never published to by this program/);
    await stage.mustPublish(['--adopt']);
    assert.deepEqual(stage.differences(['backup/db.sql']), []);
    assert.equal((await stage.mustPublish()).status, 'unchanged');
  });
  it('must have undamaged lists', async () => {
    await stage.mustPublish();
    const key = [...stage.oss.bucket.objects.keys()].find((k) => k.startsWith('.publish/gen/'));
    stage.oss.bucket.put(key, Buffer.from('chipfirst generation 1\nrubbish\n'), {});
    await refused([], 'refused', /the list of generation \S+ .*line 2 is damaged/);
    stage.oss.bucket.remove(key);
    await refused([], 'refused', /names the generation "\S+", whose list is missing/);
  });
});

describe('the lock', () => {
  use();

  it('keeps a second publication out, until the first is done', async () => {
    const first = { started: null };
    let arrive;
    const arrived = new Promise((resolve) => (arrive = resolve));
    stage.oss.fault = ({ copy }) => void (copy && arrive());
    stage.oss.latencyMs = 5;
    first.started = stage.start();
    await arrived;
    const second = await stage.publish();
    assert.deepEqual([second.code, second.plan.error.class], [2, 'locked']);
    assert.match(second.err, new RegExp(`another publication is at work: process ${first.started.child.pid} on ${os.hostname()}, for 0 minutes`));
    assert.equal((await first.started.ended).code, 0);
    assert.deepEqual(stage.differences(), []);
    assert.equal(stage.object('.publish/lock'), undefined);
  });
  const lock = (text) => stage.oss.bucket.put('.publish/lock', Buffer.from(text), {});
  const deadPid = () => Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
  it('of a dead process on this machine is taken over', async () => {
    await stage.mustPublish();
    lock(`${os.hostname()} pid ${deadPid()} since 1700000000.0\n`);
    stage.write({ edit: [3] });
    const result = await stage.publish();
    assert.equal(result.code, 0);
    assert.match(result.err, /warning: took over the lock of /);
    assert.equal(stage.object('.publish/lock'), undefined);
  });
  for (const [whose, text] of [['a living process', () => `${os.hostname()} pid ${process.pid} since 1700000000.0\n`],
    ['another machine', () => `${os.hostname()}-other pid ${deadPid()} since 1700000000.0\n`], ['somebody unknown', () => 'rubbish']])
    it(`of ${whose} is respected, and broken on demand only`, async () => {
      await stage.mustPublish();
      stage.write({ edit: [3] });
      lock(text());
      await refused([], 'locked', /another publication .*--break-lock/, 2);
      await stage.mustPublish(['--break-lock']);
      assert.equal(stage.object('.publish/lock'), undefined);
      assert.deepEqual(stage.differences(), []);
    });
  it('is found in a bucket with versioning as well, where OSS ignores the exclusive write', async () => {
    await stage.mustPublish();
    stage.write({ edit: [3] });
    stage.oss.bucket.versioning = 'Enabled';
    lock(`elsewhere pid 1 since 1700000000.0\n`);
    await refused([], 'locked', /process 1 on elsewhere/, 2);
  });
  it('is exclusive: one that appears after the listing is not overwritten', async () => {
    const text = 'elsewhere pid 1 since 1700000000.0\n';
    stage.oss.fault = ({ key, method }) => void (key === '.publish/lock' && method === 'PUT' && !stage.object(key) && lock(text));
    const result = await stage.publish();
    assert.deepEqual([result.code, result.plan.error.class], [2, 'locked']);
    assert.equal(stage.object('.publish/lock').body.toString(), text);
    assert.equal(stage.oss.uploads, 0);
  });
  it('is given back when the publication fails', async () => {
    stage.configure({ retries: 0 });
    stage.oss.fault = ({ copy }) => (copy ? 503 : undefined);
    assert.equal((await stage.publish()).code, 2);
    assert.equal(stage.object('.publish/lock'), undefined);
  });
  it('does not help against a publication between the plan and the lock: that is noticed', async () => {
    await stage.mustPublish();
    stage.write({ edit: [3] });
    const { switches } = stage.oss;
    stage.oss.fault = ({ key, method }) => {
      if (key === '.publish/lock' && method === 'PUT')
        stage.oss.bucket.put('.publish/current', Buffer.from('20300101T000000Z'), {});
    };
    const result = await stage.publish();
    assert.deepEqual([result.code, result.plan.error.class], [2, 'locked']);
    assert.match(result.err, /somebody published meanwhile \(generation 20300101T000000Z\)/);
    assert.equal(stage.oss.switches, switches, 'a page was switched');
  });
});

describe('the configuration', () => {
  use();

  const conf = (text) => writeFileSync(path.join(stage.folder, 'publish.conf'), text);
  const complete = 'bucket = kb-site\nregion = cn-hangzhou\n';
  it('must be there', async () => {
    rmSync(path.join(stage.folder, 'publish.conf'));
    await refused([], 'config', /publish\.conf: error: there is no such file; copy publish\.conf\.example/);
  });
  const wrong = [
    ['', /bucket is not set[^]*region is not set/],
    [complete + 'buckte = x\n', /publish\.conf:3:1: error: there is no setting "buckte"; did you mean "bucket"\?/],
    [complete + 'jobs = many\n', /:3:8: error: a whole number from 1 to 128 is needed here/],
    [complete + 'jobs = 0\n', /a whole number from 1 to 128/],
    [complete + 'jobs = 4\njobs = 5\n', /:4:1: error: jobs is set twice/],
    [complete + 'cname = maybe\n', /cname is yes or no/],
    [complete + 'cname = yes\n', /cname = yes needs the endpoint/],
    [complete + 'just words\n', /a line is written: setting = value/],
    [complete + 'endpoint = oss-cn-hangzhou.aliyuncs.com\n', /the endpoint is written https:\/\/HOST/],
    [complete + 'endpoint = https://oss-cn-hangzhou.aliyuncs.com/kb-site\n', /the endpoint is written https:\/\/HOST, without a path/],
    [complete + 'site_url = kb.example.com\n', /site_url begins with/],
    [complete + 'prefix = /docs\n', /a prefix of keys ends in '\/'/],
    [complete + 'credentials = vault\n', /credentials is environment, file or ecs-role:NAME/],
    [complete + 'class = pages *.htm\n', /class of asset, data, page, root/],
    [complete + 'type = webp\n', /write: type = EXTENSION CONTENT-TYPE/],
    [complete + 'header = page Content-Encoding: gzip\n', /OSS does not keep this header/],
    [complete + 'header = pages Cache-Control: no-cache\n', /neither a class/],
    [complete + 'header = page Cache-Control: é\n', /plain ASCII/],
    ['bucket = Kb_Site\nregion = oss-cn-hangzhou\n', /a bucket's name has[^]*written without "oss-"/],
    ['bucket = \xff\n', /not UTF-8/],
  ];
  for (const [text, message] of wrong)
    it(`is refused: ${JSON.stringify(text.replace(complete, '… '))}`, async () => {
      writeFileSync(path.join(stage.folder, 'publish.conf'), text, text.includes('\xff') ? 'latin1' : 'utf8');
      await refused([], 'config', message);
    });
  for (const line of ['access_key_secret = hush-hush', 'accessKeySecret=hush-hush', 'password = hush-hush', 'OSS_SESSION_TOKEN = hush-hush',
    'bucket2 = LTAI5thushhush12', 'prefix = STS.hush-hush', 'endpoint = https://me:hush-hush@oss-cn-hangzhou.aliyuncs.com'])
    it(`must hold no secret, and does not repeat it: ${line}`, async () => {
      conf(`${complete}${line}\n`);
      const result = await stage.publish();
      assert.deepEqual([result.code, result.plan.error.class], [1, 'config']);
      assert.match(result.err, /publish\.conf:3:1: error: credentials do not belong in this file/);
      assert.doesNotMatch(result.err + result.out, /hush/);
    });
});

describe('the options', () => {
  use();

  for (const [args, message] of [
    [['site'], /unexpected argument "site"/], [['--write'], /--write is for the doctor/], [['--list', '--rollback', 'x'], /do not go together/],
    [['--list', '--dry-run'], /change nothing/], [['--rollback', 'x', '--site', 'y'], /only goes with publishing one/], [['--rollbak', 'x'], /options are wrong/],
  ])
    it(`are refused: ${args.join(' ')}`, async () => {
      const result = await stage.run(args);
      assert.equal(result.code, 1);
      assert.match(result.err, message);
      assert.equal(stage.oss.log.length, 0);
    });
  it('are explained', async () => {
    const result = await stage.run(['--help']);
    assert.equal(result.code, 0);
    for (const option of ['--config', '--site', '--dry-run', '--json', '--quiet', '--no-check', '--force-delete', '--adopt', '--break-lock', '--rollback', '--list', 'doctor'])
      assert.ok(result.out.includes(option), option);
  });
});

describe('the report', () => {
  use();

  const intoFull = async (args) => {
    const full = openSync('/dev/full', 'w');
    const result = await stage.run(args, { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    return result;
  };
  it('that cannot be written stops the publication before it begins', async () => {
    const result = await intoFull([]);
    assert.equal(result.code, 2);
    assert.match(result.err, /cannot write the plan; nothing was changed \[output\]/);
    assert.equal(stage.oss.writes, 0);
  });
  for (const args of [['--dry-run'], ['--list'], ['--json', '--dry-run'], ['--help']])
    it(`that cannot be written is an error: ${args.join(' ')}`, async () => {
      assert.equal((await intoFull(args)).code, 2);
    });
});
