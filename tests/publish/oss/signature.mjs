// Verifies OSS signatures, version 4, in the Authorization header. Written from the documentation, apart from src/publish/sign.c.
import { createHash, createHmac } from 'node:crypto';

import { Refusal } from './refusal.mjs';

const WINDOW_MS = 15 * 60 * 1000;

const hmac = (key, text) => createHmac('sha256', key).update(text).digest();

const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase());

function parseTime(text) {
  const m = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '');
  return m ? Date.UTC(m[1], m[2] - 1, m[3], m[4], m[5], m[6]) : NaN;
}

function checkTime(text, now) {
  const time = parseTime(text);
  if (Number.isNaN(time))
    throw new Refusal(403, 'AccessDenied', 'x-oss-date is missing or no date');
  if (Math.abs(time - now) > WINDOW_MS)
    throw new Refusal(403, 'RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.');
}

function canonicalQuery(rawQuery) {
  return rawQuery
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
      return [encode(decodeURIComponent(name)), encode(decodeURIComponent(value))];
    })
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join('&');
}

function canonicalRequest(request, additional) {
  const names = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-oss-') || name === 'content-type' || name === 'content-md5' || additional.includes(name));
  return [
    request.method,
    `/${request.bucket}/${request.key.split('/').map(encode).join('/')}`,
    canonicalQuery(request.rawQuery),
    names.sort().map((name) => `${name}:${request.headers[name].trim()}\n`).join(''),
    additional.join(';'),
    request.headers['x-oss-content-sha256'],
  ].join('\n');
}

function parseAuthorization(text) {
  const fields = Object.fromEntries(text.slice('OSS4-HMAC-SHA256 '.length).split(',').map((field) => field.trim().split(/=(.*)/s).slice(0, 2)));
  const [keyId, day, region, product, end] = (fields.Credential ?? '').split('/');
  return { keyId, day, region, product, end, signature: fields.Signature, additional: (fields.AdditionalHeaders ?? '').split(';').filter(Boolean) };
}

const dayKeys = new Map(); // they cost more than the rest of the work

function dayKey(secret, day, region) {
  const name = `${secret}\n${day}\n${region}`;
  if (!dayKeys.has(name))
    dayKeys.set(name, ['oss', 'aliyun_v4_request'].reduce(hmac, hmac(hmac('aliyun_v4' + secret, day), region)));
  return dayKeys.get(name);
}

// Throws a Refusal unless the request is signed by one of the users {keyId: {secret, token}}. An unsigned request gives false.
export function verify(request, users, region, now) {
  const header = request.headers.authorization;
  if (header === undefined)
    return false;
  if (!header.startsWith('OSS4-HMAC-SHA256 '))
    throw new Refusal(403, 'AccessDenied', 'only signatures of version 4 are taken here');
  const auth = parseAuthorization(header);
  const user = users[auth.keyId];
  if (!user)
    throw new Refusal(403, 'InvalidAccessKeyId', 'The OSS Access Key Id you provided does not exist in our records.');
  if ((request.headers['x-oss-security-token'] ?? '') !== (user.token ?? ''))
    throw new Refusal(403, 'InvalidSecurityToken', `The security token you provided is invalid: ${request.headers['x-oss-security-token']}`);
  checkTime(request.headers['x-oss-date'], now);
  if (auth.region !== region || auth.product !== 'oss' || auth.end !== 'aliyun_v4_request')
    throw new Refusal(400, 'InvalidArgument', `Invalid signing region in Authorization header, expected ${region}.`);
  if (request.headers['x-oss-content-sha256'] !== 'UNSIGNED-PAYLOAD')
    throw new Refusal(400, 'InvalidArgument', 'x-oss-content-sha256 must be UNSIGNED-PAYLOAD');
  if (auth.day !== request.headers['x-oss-date'].slice(0, 8))
    throw new Refusal(403, 'SignatureDoesNotMatch', 'the day of the credential is not that of x-oss-date');
  const hash = createHash('sha256').update(canonicalRequest(request, auth.additional)).digest('hex');
  const text = ['OSS4-HMAC-SHA256', request.headers['x-oss-date'], `${auth.day}/${auth.region}/oss/aliyun_v4_request`, hash].join('\n');
  if (hmac(dayKey(user.secret, auth.day, auth.region), text).toString('hex') !== auth.signature)
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided.');
  return true;
}
