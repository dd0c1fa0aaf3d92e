// Verifies AWS signatures, version 4, of clients that use OSS by its S3-compatible interface: only for the comparison in bench/publish.sh.
import { createHash, createHmac } from 'node:crypto';

import { Refusal } from './refusal.mjs';

const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

function canonicalQuery(rawQuery) {
  return rawQuery.split('&').filter(Boolean).map((part) => (part.includes('=') ? part : `${part}=`)).sort().join('&');
}

// As OSS: it does not know the chunked uploads of newer SDKs.
export function verifyS3(request, users) {
  const fields = Object.fromEntries(request.headers.authorization.slice('AWS4-HMAC-SHA256 '.length).split(/,\s*/).map((field) => field.split(/=(.*)/s).slice(0, 2)));
  const [keyId, day, region, service] = fields.Credential.split('/');
  const payload = request.headers['x-amz-content-sha256'];
  if (!users[keyId])
    throw new Refusal(403, 'InvalidAccessKeyId', 'The OSS Access Key Id you provided does not exist in our records.');
  if (/^STREAMING-/.test(payload))
    throw new Refusal(400, 'InvalidArgument', 'aws-chunked encoding is not supported', '0017-00000804');
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(request.body))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch', 'the body is not that of x-amz-content-sha256');
  const headers = fields.SignedHeaders.split(';').map((name) => `${name}:${request.headers[name].trim()}\n`).join('');
  const canonical = [request.method, request.rawPath, canonicalQuery(request.rawQuery), headers, fields.SignedHeaders, payload].join('\n');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], `${day}/${region}/${service}/aws4_request`, sha256(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac('AWS4' + users[keyId].secret, day));
  if (hmac(key, text).toString('hex') !== fields.Signature)
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided.');
  return true;
}
