// A service and a network that misbehave, and credentials that are wrong.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

import { ENDPOINT, tlsFile, useStage } from './helper.mjs';
import { USERS } from './oss/server.mjs';

let stage;
const use = () => useStage((s) => (stage = s), { tls: true });

// Strikes every nth request that matches; counts its strikes.
const every = (n, action, matches = () => true) => {
  let seen = 0;
  const fault = (request) => {
    const strikes = matches(request) && ++seen % n === 0;
    fault.strikes += strikes;
    return strikes ? action : undefined;
  };
  fault.strikes = 0;
  return fault;
};
const isPut = ({ method }) => method === 'PUT';
const healthy = () => {
  assert.deepEqual(stage.differences(), []);
  assert.deepEqual(stage.oss.bucket.violations, []);
  assert.equal(stage.object('.publish/lock'), undefined);
};
async function fails(kind, message, code = 2, options = undefined) {
  const result = await stage.publish([], options);
  assert.match(result.err, message);
  assert.deepEqual([result.code, result.plan?.error?.class], [code, kind], result.err);
  return result;
}

describe('a bad day of the service', () => {
  use();

  for (const [name, fault] of [
    ['every 5th request 503', () => every(5, 503)], ['every 5th request 500', () => every(5, 500)], ['every 5th request 429', () => every(5, 429)],
    ['every 5th connection reset', () => every(5, 'reset')], ['every 4th write applied, its answer lost', () => every(4, 'applied-then-reset', isPut)],
    ['one upload that hangs', () => every(40, 'hang', (r) => isPut(r) && stage.oss.count((e) => e.method === 'PUT') < 60)],
    ['the lock applied, its answer lost', () => every(1, 'applied-then-reset', (r) => r.key === '.publish/lock' && isPut(r) && stage.oss.count((e) => e.key === r.key) === 1)],
  ])
    it(`${name}: published all the same`, async () => {
      stage.configure({ timeout: 1 });
      const injected = (stage.oss.fault = fault());
      await stage.mustPublish();
      stage.oss.fault = () => undefined;
      assert.ok(injected.strikes > 0);
      healthy();
      assert.equal((await stage.mustPublish()).status, 'unchanged');
    });

  it('that dies after 30 requests: no page is switched, and the next run sends only what is missing', async () => {
    let seen = 0;
    stage.configure({ retries: 2 });
    stage.oss.fault = () => (++seen > 30 ? 503 : undefined);
    await fails('service', /HTTP 503 ServiceUnavailable: injected .*3 tries/);
    assert.deepEqual(stage.publicKeys.filter((key) => key.endsWith('.html')), []);
    const sent = [...stage.oss.bucket.objects.keys()].filter((key) => key.startsWith('.publish/blob/')).length;
    stage.oss.fault = () => undefined;
    stage.oss.bucket.remove('.publish/lock'); // nobody could remove it
    const plan = await stage.mustPublish();
    healthy();
    assert.ok(sent > 0 && plan.uploads <= 60 - sent);
  });

  it('that is gone: says so after some tries', async () => {
    stage.configure({ connect_to: '127.0.0.1:1', retries: 2 });
    await fails('service', /listing of \/ at http:\/\/oss-cn-hangzhou\.aliyuncs\.com: .*(refused|connect).*3 tries/i);
  });

  it('that never answers costs the time limit and no more', async () => {
    stage.configure({ timeout: 1, retries: 1 });
    stage.oss.fault = () => 'hang';
    const begun = Date.now();
    await fails('service', /timed out/i);
    assert.ok(Date.now() - begun < 4000);
  });

  it('that has no room for a body: the reason is told, and nothing is live', async () => {
    stage.configure({ retries: 1 });
    stage.oss.fault = ({ key }) => (key.startsWith('.publish/blob/') ? 507 : undefined);
    await fails('service', /upload of \/\.publish\/blob\/\S+: HTTP 507/);
    assert.deepEqual(stage.publicKeys.filter((key) => key.endsWith('.html')), []);
  });

  it('that answers a copy with 200 and an error: tried again', async () => {
    let broken = 0;
    const { bucket } = stage.oss, copy = bucket.copyObject.bind(bucket);
    bucket.copyObject = (request) => (++broken <= 3
      ? { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from('<Error><Code>InternalError</Code></Error>') } : copy(request));
    await stage.mustPublish();
    healthy();
    assert.ok(broken > 3);
  });

  it('does not stop a signal from ending it, and the lock is given back', async () => {
    stage.oss.latencyMs = 20;
    const { child, ended } = stage.start(['--json']);
    stage.oss.fault = ({ copy }) => void (copy && !child.killed && child.kill('SIGTERM')); // a second one would not wait
    const result = await ended;
    assert.deepEqual([result.code, JSON.parse(result.out).error.class], [2, 'interrupted']);
    assert.equal(stage.object('.publish/lock'), undefined);
    stage.oss.fault = () => undefined;
    stage.oss.latencyMs = 0;
    await stage.mustPublish();
    healthy();
  });

  it('a file that changes while it is published is noticed', async () => {
    const target = path.join(stage.site, 'index.html');
    stage.configure({ jobs: 1 });
    stage.oss.fault = ({ key, method }) => void (key === '.publish/pending' && method === 'PUT' && writeFileSync(target, 'x'.repeat(stage.files.get('index.html').length)));
    await fails('input', /changed while it was being published; run it again/, 1);
    stage.write();
    stage.oss.fault = ({ key, method }) => void (key === '.publish/pending' && method === 'PUT' && rmSync(target));
    await fails('input', /cannot read .*index\.html/, 1);
    assert.deepEqual(stage.publicKeys.filter((key) => key.endsWith('.html')), []);
  });
});

describe('credentials', () => {
  use();

  const once = () => assert.equal(stage.oss.log.length, 1, 'a refusal is not tried again');
  for (const [name, env, message] of [
    ['an unknown key', { OSS_ACCESS_KEY_ID: 'nobody' }, /InvalidAccessKeyId[^]*the key id is not known/],
    ['a wrong secret', { OSS_ACCESS_KEY_SECRET: 'wrong' }, /SignatureDoesNotMatch[^]*the secret does not belong to the key id/],
    ['a wrong token', { OSS_ACCESS_KEY_ID: 'STS.testkeyid', OSS_ACCESS_KEY_SECRET: USERS['STS.testkeyid'].secret, OSS_SESSION_TOKEN: 'a-wrong-token' },
      /InvalidSecurityToken[^]*fetch new credentials/],
  ])
    it(`${name}: refused once, with advice`, async () => {
      const { err } = await fails('denied', message, 2, { env });
      once();
      assert.doesNotMatch(err, /a-wrong-token/); // the stand-in repeats it in its message
    });

  it('none: says where they are looked for', async () => {
    await fails('credentials', /set OSS_ACCESS_KEY_ID and OSS_ACCESS_KEY_SECRET/, 1, { env: { OSS_ACCESS_KEY_ID: '' } });
    assert.equal(stage.oss.log.length, 0);
  });

  it('the region of another bucket', async () => {
    stage.configure({ region: 'cn-beijing', endpoint: ENDPOINT });
    await fails('service', /InvalidArgument: Invalid signing region/);
    once();
  });

  it('of STS', async () => {
    const { secret, token } = USERS['STS.testkeyid'];
    await stage.mustPublish([], { env: { OSS_ACCESS_KEY_ID: 'STS.testkeyid', OSS_ACCESS_KEY_SECRET: secret, OSS_SESSION_TOKEN: token } });
    healthy();
  });

  it('by the other names, and those with OSS in front first', async () => {
    const other = { ALIBABA_CLOUD_ACCESS_KEY_ID: 'testkeyid', ALIBABA_CLOUD_ACCESS_KEY_SECRET: USERS.testkeyid.secret };
    await stage.mustPublish([], { env: { ...other, OSS_ACCESS_KEY_ID: '', OSS_ACCESS_KEY_SECRET: '' } });
    await stage.mustPublish([], { env: { ALIBABA_CLOUD_ACCESS_KEY_ID: 'nobody', ALIBABA_CLOUD_ACCESS_KEY_SECRET: 'x' } });
  });

  it('from the file of ossutil, of either version, with a warning when others can read it', async () => {
    const file = path.join(stage.home, '.ossutilconfig'), none = { env: { OSS_ACCESS_KEY_ID: '' } };
    writeFileSync(file, `[Credentials]\nlanguage=CH\naccessKeyID=testkeyid\naccessKeySecret=${USERS.testkeyid.secret}\n`, { mode: 0o600 });
    const private_ = await stage.publish([], none);
    assert.deepEqual([private_.code, private_.err], [0, '']);
    rmSync(file);
    writeFileSync(file, `[default]\naccess-key-id = testkeyid\naccess-key-secret = ${USERS.testkeyid.secret}\n`, { mode: 0o644 });
    const open = await stage.publish([], none);
    assert.equal(open.code, 0);
    assert.match(open.err, /\.ossutilconfig can be read by others; run chmod 600/);
    stage.configure({ credentials: 'environment' });
    await fails('credentials', /no credentials/, 1, none);
    rmSync(file);
  });

  for (const hardened of [true, false])
    it(`of the role of an ECS instance, ${hardened ? 'hardened' : 'normal'} mode`, async () => {
      const { secret, token } = USERS['STS.testkeyid'];
      stage.configure({ credentials: 'ecs-role:publisher' });
      stage.oss.role = { name: 'publisher', keyId: 'STS.testkeyid', secret, token, expires: '2099-01-01T00:00:00Z', hardened };
      await stage.mustPublish([], { env: { http_proxy: 'http://127.0.0.1:1', no_proxy: 'aliyuncs.com' } });
      healthy();
      stage.configure({ credentials: 'ecs-role:somebody' });
      await fails('credentials', /no credentials for the role "somebody"/, 1);
    });

  it('of a role are renewed before they expire', async () => {
    const { secret, token } = USERS['STS.testkeyid'];
    const asked = () => stage.oss.count((e) => e.key.endsWith('security-credentials/publisher'));
    stage.configure({ credentials: 'ecs-role:publisher' });
    const soon = new Date(Date.now() + 60000).toISOString().replace(/\.\d+/, '');
    stage.oss.role = { name: 'publisher', keyId: 'STS.testkeyid', token, hardened: true,
      get secret() { return asked() > 1 ? secret : 'of-yesterday'; },
      get expires() { return asked() > 1 ? '2099-01-01T00:00:00Z' : soon; } };
    await stage.mustPublish();
    assert.equal(asked(), 2);
  });

  it('are not looked for on an ECS instance unasked', async () => {
    await fails('credentials', /no credentials/, 1, { env: { OSS_ACCESS_KEY_ID: '' } });
    assert.equal(stage.oss.log.length, 0);
  });
});

describe('the clock', () => {
  use();

  for (const minutes of [-25, 25])
    it(`${minutes} minutes off: that of the service is taken, with a warning`, async () => {
      stage.oss.clockMs = minutes * 60 * 1000;
      const result = await stage.publish();
      assert.equal(result.code, 0);
      assert.match(result.err, new RegExp(`the clock of this machine is (1499|1500|1501) s ${minutes < 0 ? 'fast' : 'slow'}; that of the service was used`));
      healthy();
    });
});

describe('the way there', () => {
  use();

  it('a new account: the public endpoint is refused with the fix; a custom domain works', async () => {
    stage.oss.publicEndpointForbidden = true;
    await fails('config', /PublicEndpointForbidden[^]*set endpoint to a domain bound to the bucket, and cname = yes/, 1);
    stage.oss.domains.add('kb.example.com');
    stage.configure({ endpoint: 'http://kb.example.com', cname: 'yes' });
    await stage.mustPublish();
    healthy();
    stage.configure({ endpoint: 'http://oss-cn-hangzhou-internal.aliyuncs.com' });
    assert.equal((await stage.mustPublish()).status, 'unchanged');
  });

  it('a bucket that does not exist', async () => {
    stage.configure({ bucket: 'no-such-bucket' });
    await fails('config', /NoSuchBucket[^]*there is no such bucket/, 1);
  });

  it('an endpoint that is something else', async () => {
    const { bucket } = stage.oss;
    bucket.list = () => ({ status: 200, headers: {}, body: Buffer.from('<html>hello</html>') });
    await fails('service', /the answer to a listing is none/);
  });

  const tls = (ca) => stage.configure({ endpoint: 'https://oss-cn-hangzhou.aliyuncs.com', connect_to: `127.0.0.1:${stage.oss.tlsPort}`, ca });
  it('TLS with the right authority', async () => {
    tls(tlsFile('ca.pem'));
    await stage.mustPublish();
    healthy();
  });
  it('TLS with another authority: refused at once', async () => {
    tls(tlsFile('other-ca.pem'));
    await fails('service', /certificate[^]*1 try[^]*the setting ca names other authorities/i);
    tls(null);
    await fails('service', /certificate/i);
    assert.equal(stage.oss.log.length, 0);
  });
  it('TLS for another name: refused', async () => {
    stage.configure({ endpoint: 'https://oss-cn-beijing.aliyuncs.com', connect_to: `127.0.0.1:${stage.oss.tlsPort}`, ca: tlsFile('ca.pem') });
    await fails('service', /subject name|certificate/i);
  });
});
