// What the doctor finds, and the look at the site's address after publishing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { tlsFile, useStage } from './helper.mjs';

let stage;
// A public site as docs/publishing.md describes it.
const use = () => useStage((s) => {
  stage = s;
  stage.oss.domains.add('kb.example.com');
  Object.assign(stage.oss.bucket, { acl: 'public-read', website: { index: 'index.html', subdir: true, type: '0', error: '404.html' },
    domains: [{ domain: 'kb.example.com', status: 'Enabled', certificateUntil: 'Jan  1 00:00:00 2120 GMT' }] });
  configure();
}, { tls: true });
const configure = (settings = {}) => stage.configure({ endpoint: 'https://kb.example.com', cname: 'yes', site_url: 'https://kb.example.com',
  connect_to: `127.0.0.1:${stage.oss.tlsPort}`, ca: tlsFile('ca.pem'), check_seconds: 0, ...settings });

async function examine(args = []) {
  const result = await stage.run(['doctor', '--json', ...args]);
  return { ...result, checks: JSON.parse(result.out).checks };
}
const of = (checks, name) => checks.find((check) => check.check === name);

describe('publish doctor', () => {
  use();

  it('finds nothing to mend in a good set-up, and writes nothing', async () => {
    await stage.mustPublish();
    stage.oss.log.length = 0;
    const { code, checks } = await examine();
    assert.deepEqual(checks.filter((check) => check.verdict === 'bad'), []);
    assert.equal(code, 0);
    assert.equal(stage.oss.writes, 0);
    for (const name of ['credentials', 'bucket', 'clock', 'generation', 'site address', 'private objects', 'missing pages', 'region', 'public access block',
      'access list', 'versioning', 'website', 'domain'])
      assert.equal(of(checks, name)?.verdict, 'ok', name);
    assert.match(of(checks, 'domain').found, /certificate until Jan {2}1/);
  });

  it('writes, copies, deletes on demand, and leaves nothing behind', async () => {
    await stage.mustPublish();
    const before_ = [...stage.oss.bucket.objects.keys()];
    const { code, checks } = await examine(['--write']);
    assert.equal(code, 0);
    for (const name of ['write', 'exclusive write', 'copy', 'odd names', 'private object', 'delete'])
      assert.equal(of(checks, name)?.verdict, 'ok', name);
    assert.deepEqual([...stage.oss.bucket.objects.keys()], before_);
  });

  const wrong = [
    ['region', 'a region that is not the bucket\'s', ({ oss }) => (oss.options.region = 'cn-shanghai'), /the bucket is in cn-shanghai/, /^region = cn-shanghai$/],
    ['public access block', 'Block Public Access', ({ oss }) => (oss.bucket.blockPublicAccess = true), /is on/, /Block Public Access > off/],
    ['access list', 'a private bucket', ({ oss }) => (oss.bucket.acl = 'private'), /private/, /Public Read/],
    ['access list', 'a bucket everybody may write to', ({ oss }) => (oss.bucket.acl = 'public-read-write'), /everybody may write/, /Public Read/],
    ['website', 'no static pages', ({ oss }) => (oss.bucket.website = null), /not set up/, /Static Pages/],
    ['website', 'no sub-folders', ({ oss }) => (oss.bucket.website.subdir = false), /SupportSubDir is off/, /subfolder homepage on/],
    ['website', 'folders without redirect', ({ oss }) => (oss.bucket.website.type = '2'), /Type is 2/, /Redirect/],
    ['website', 'another error page', ({ oss }) => (oss.bucket.website.error = 'oops.html'), /error page is "oops\.html"/, /404\.html/],
    ['domain', 'a domain that is not bound', ({ oss }) => (oss.bucket.domains = []), /kb\.example\.com is not bound/, /Map Custom Domain Name/],
    ['domain', 'a disabled domain', ({ oss }) => (oss.bucket.domains[0].status = 'Disabled'), /is disabled/, /enable it/],
    ['clock', 'a wrong clock', ({ oss }) => (oss.clockMs = 5 * 60 * 1000), /(299|300|301) s slow/, /NTP/],
    ['private objects', 'a policy that shows private objects', ({ oss }) => (oss.options.policyOverridesAcl = true), /can be read by everybody/, /exclude \.publish\/\*/],
    ['site address', 'the bucket\'s own domain', () => configure({ site_url: 'https://kb-site.oss-cn-hangzhou.aliyuncs.com/' }), /downloaded/, /custom domain/],
    ['endpoint', 'cname with the default endpoint', () => configure({ endpoint: 'https://kb-site.oss-cn-hangzhou.aliyuncs.com', cname: 'yes' }), /no domain bound/, /cname = no/],
  ];
  for (const [name, what, spoil, found, fix] of wrong)
    it(`finds ${what}, and the fix`, async () => {
      await stage.mustPublish();
      spoil(stage);
      const { code, checks } = await examine();
      const check = checks.find((one) => one.check === name && one.verdict === 'bad');
      assert.match(check?.found ?? `no bad ${name}`, found);
      assert.match(check.fix, fix);
      assert.equal(code, 1);
    });

  it('finds that versioning weakens the lock', async () => {
    stage.oss.bucket.versioning = 'Enabled';
    const { code, checks } = await examine(['--write']);
    assert.equal(of(checks, 'versioning').verdict, 'note');
    assert.equal(of(checks, 'exclusive write').verdict, 'bad');
    assert.equal(code, 1);
  });

  it('says what it may not see, and goes on', async () => {
    await stage.mustPublish();
    stage.oss.options.deniedSettings = ['bucketInfo', 'website', 'cname'];
    const { code, checks } = await examine();
    for (const [name, right] of [['bucket settings', 'oss:GetBucketInfo'], ['website', 'oss:GetBucketWebsite'], ['domain', 'oss:ListCname']]) {
      assert.equal(of(checks, name).verdict, 'unknown');
      assert.ok(of(checks, name).found.includes(right));
    }
    assert.equal(code, 0);
  });

  it('ends with the class of what stops it', async () => {
    const result = await stage.run(['doctor'], { env: { OSS_ACCESS_KEY_SECRET: 'wrong' } });
    assert.equal(result.code, 2);
    assert.match(result.err, /SignatureDoesNotMatch[^]*\[denied\]/);
  });

  it('speaks to people too', async () => {
    stage.oss.bucket.website = null;
    const { out, code } = await stage.run(['doctor']);
    assert.equal(code, 1);
    assert.match(out, /^bad +website +static pages are not set up\n +fix: console: bucket/m);
    assert.match(out, /^1 thing to mend; docs\/publishing\.md says more$/m);
  });
});

describe('the look at the site after publishing', () => {
  use();

  const fails = async (message, args = []) => {
    const result = await stage.publish(args);
    assert.match(result.err, message);
    assert.deepEqual([result.code, result.plan.error.class], [2, 'check']);
    assert.deepEqual(stage.differences(), [], 'it was published all the same');
    assert.equal(stage.object('.publish/lock'), undefined);
  };
  it('compares the start page and a sample of what changed, without credentials', async () => {
    const plan = await stage.mustPublish();
    assert.ok(plan.checked >= 2 && plan.checked <= 9, `${plan.checked}`);
    assert.equal(stage.oss.count((e) => !e.signed && e.status === 200), plan.checked);
  });
  it('is left out when nothing changed, or on demand', async () => {
    assert.equal((await stage.mustPublish(['--no-check'])).checked, 0);
    assert.equal((await stage.mustPublish()).checked, 0);
    assert.equal(stage.oss.count((e) => !e.signed), 0);
  });
  it('fails when readers are not let in', async () => {
    stage.oss.bucket.acl = 'private';
    await fails(/published, but https:\/\/kb\.example\.com\/\S+ answers with HTTP 403/);
  });
  it('fails on an old copy', async () => {
    await stage.mustPublish();
    const { bucket } = stage.oss, serve = bucket.read.bind(bucket);
    bucket.read = (request, own) => ({ ...serve(request, own), body: Buffer.from('an old copy') });
    stage.write({ edit: [3] });
    await fails(/other contents \(an old copy in a CDN\?/);
  });
  it('waits for a CDN as long as the configuration says', async () => {
    configure({ check_seconds: 10 });
    const { bucket } = stage.oss, serve = bucket.read.bind(bucket);
    let asked = 0;
    bucket.read = (request, own) => (request.key === 'index.html' && ++asked < 2 ? { ...serve(request, own), body: Buffer.from('an old copy') } : serve(request, own));
    await stage.mustPublish();
    assert.equal(asked, 2);
  });
  it('fails when pages come as a download', async () => {
    configure({ site_url: 'https://kb-site.oss-cn-hangzhou.aliyuncs.com' });
    await fails(/a download instead of a page/);
  });
  it('fails when private objects can be read', async () => {
    stage.oss.options.policyOverridesAcl = true;
    await fails(/\.publish\/current can be read by everybody/);
  });
});
