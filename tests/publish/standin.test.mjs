// The stand-in itself: it must refuse what OSS refuses and see what readers would see; else the other tests prove little.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';

import { Stage, md5 } from './helper.mjs';
import { USERS } from './oss/server.mjs';

const OSS = createRequire(import.meta.url)('ali-oss');

describe('the stand-in, used by the official SDK', () => {
  let stage;
  before(async () => (stage = await Stage.open()));
  after(() => stage.close());

  // The SDK takes a bucket's domain for its endpoint (cname); it is told the loopback address, so that address is bound to the bucket.
  const client = (more = {}) => {
    stage.oss.domains.add('127.0.0.1');
    return new OSS({ region: 'oss-cn-hangzhou', authorizationV4: true, accessKeyId: 'testkeyid', accessKeySecret: USERS.testkeyid.secret, bucket: 'kb-site',
      endpoint: `http://127.0.0.1:${stage.oss.port}`, cname: true, secure: false, retryMax: 0, ...more });
  };
  const put = (name, text, headers) => client().put(name, Buffer.from(text), { headers });

  it('uploads, reads, lists, copies and deletes', async () => {
    await put('docs/a b+c%页.html', '<p>one</p>', { 'Cache-Control': 'no-cache', 'x-oss-object-acl': 'private' });
    await put('docs/two.css', 'two');
    const got = await client().get('docs/a b+c%页.html');
    assert.equal(got.content.toString(), '<p>one</p>');
    assert.equal(got.res.headers['cache-control'], 'no-cache');
    const { objects } = await client().listV2({ 'max-keys': 1000 });
    assert.deepEqual(objects.map((o) => [o.name, o.size, o.etag]), [['docs/a b+c%页.html', 10, `"${md5('<p>one</p>')}"`], ['docs/two.css', 3, `"${md5('two')}"`]]);
    await client().copy('docs/copy.css', 'docs/two.css');
    assert.equal((await client().get('docs/copy.css')).content.toString(), 'two');
    await client().deleteMulti(['docs/a b+c%页.html', 'docs/two.css', 'docs/copy.css'], { quiet: true });
    assert.equal(stage.oss.bucket.objects.size, 0);
    assert.ok(stage.oss.log.every((entry) => entry.signed));
  });

  it('pages a listing', async () => {
    for (let i = 0; i < 5; i++)
      await put(`n/${i}`, 'x');
    const first = await client().listV2({ 'max-keys': 2 });
    assert.equal(first.isTruncated, true);
    const second = await client().listV2({ 'max-keys': 3, 'continuation-token': first.nextContinuationToken });
    assert.deepEqual([...first.objects, ...second.objects].map((o) => o.name), ['n/0', 'n/1', 'n/2', 'n/3', 'n/4']);
    assert.equal(second.isTruncated, false);
  });

  it('refuses a second exclusive write', async () => {
    await put('once', 'a', { 'x-oss-forbid-overwrite': 'true' });
    await assert.rejects(put('once', 'b', { 'x-oss-forbid-overwrite': 'true' }), { status: 409, code: 'FileAlreadyExists' });
  });

  const refusals = [
    ['a wrong secret', { accessKeySecret: 'wrong' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'nobody' }, 'InvalidAccessKeyId'],
    ['another region', { region: 'oss-cn-beijing' }, 'InvalidArgument'],
    ['a token that does not belong to the key', { stsToken: 'wrong' }, 'InvalidSecurityToken'],
    ['a signature of version 1', { authorizationV4: false }, 'AccessDenied'],
  ];
  for (const [name, options, code] of refusals)
    it(`refuses ${name}`, async () => {
      await assert.rejects(client(options).put('x', Buffer.from('x')), { code });
    });

  it('takes an STS token', async () => {
    const { secret, token } = USERS['STS.testkeyid'];
    await client({ accessKeyId: 'STS.testkeyid', accessKeySecret: secret, stsToken: token }).put('sts', Buffer.from('x'));
  });

  it('refuses a body that is not that of its Content-MD5', async () => {
    await assert.rejects(put('x', 'body', { 'Content-MD5': Buffer.from(md5('other'), 'hex').toString('base64') }), { code: 'InvalidDigest' });
  });

  it('refuses a request of half an hour ago', async () => {
    stage.oss.clockMs = 30 * 60 * 1000;
    await assert.rejects(put('x', 'x'), { code: 'RequestTimeTooSkewed' });
    stage.oss.clockMs = 0;
  });
});

describe('the stand-in as readers see it', () => {
  let stage;
  before(async () => (stage = await Stage.open()));
  after(() => stage.close());

  const read = async (host, path, headers = {}) => {
    const http = await import('node:http');
    return new Promise((resolve, reject) => http.get({ host: '127.0.0.1', port: stage.oss.port, path, headers: { host, ...headers }, agent: false }, (response) => {
      response.on('data', () => {}).on('end', () => resolve(response));
    }).on('error', reject));
  };
  const put = (key, text, headers = {}) => stage.oss.bucket.put(key, Buffer.from(text), { 'content-type': 'text/html', ...headers });

  it('notes a page that is live before its stylesheet, and a stylesheet that goes too early', () => {
    const { bucket } = stage.oss;
    put('en/a.html', '<link href="../s.12345678.css"><a href="b.html">');
    assert.deepEqual(bucket.violations, ['en/a.html is live before s.12345678.css']);
    put('s.12345678.css', 'x');
    put('en/a.html', '<link href="../s.12345678.css">');
    bucket.remove('s.12345678.css');
    assert.deepEqual(bucket.violations.slice(1), ['s.12345678.css is gone while en/a.html is live']);
  });

  it('serves the website as the documentation says', async () => {
    const { bucket, domains } = stage.oss;
    domains.add('kb.example.com');
    put('index.html', 'root');
    put('en/index.html', 'x'.repeat(2000));
    put('404.html', 'missing');
    put('hidden.html', 'hidden', { 'x-oss-object-acl': 'private' });
    const own = 'kb-site.oss-cn-hangzhou.aliyuncs.com';
    assert.equal((await read('kb.example.com', '/index.html')).statusCode, 403);
    bucket.acl = 'public-read';
    assert.equal((await read('kb.example.com', '/index.html')).statusCode, 200);
    assert.equal((await read('kb.example.com', '/hidden.html')).statusCode, 403);
    assert.equal((await read('kb.example.com', '/nothing')).statusCode, 404);
    bucket.website = { index: 'index.html', subdir: true, type: '0', error: '404.html' };
    assert.equal((await read('kb.example.com', '/en')).headers.location, '/en/');
    assert.equal((await read('kb.example.com', '/en/', { 'accept-encoding': 'gzip' })).headers['content-encoding'], 'gzip');
    assert.equal((await read('kb.example.com', '/nothing')).headers['content-type'], 'text/html');
    assert.equal((await read(own, '/index.html')).headers['content-disposition'], 'attachment');
    bucket.blockPublicAccess = true;
    assert.equal((await read('kb.example.com', '/index.html')).statusCode, 403);
  });
});
