// The metadata service of an ECS instance, as far as roles need it. Hardened: a token has to be fetched first.
import { Refusal } from './refusal.mjs';

const TOKEN = 'metadata-token';

// role: {name, keyId, secret, token, expires, hardened}
export function metadata(request, role) {
  if (!role)
    throw new Refusal(404, 'NotFound', 'no role');
  if (request.method === 'PUT' && request.key === 'latest/api/token') {
    if (!role.hardened || request.headers['x-aliyun-ecs-metadata-token-ttl-seconds'] === undefined)
      throw new Refusal(404, 'NotFound', 'no tokens here');
    return { status: 200, headers: {}, body: Buffer.from(TOKEN) };
  }
  if (role.hardened && request.headers['x-aliyun-ecs-metadata-token'] !== TOKEN)
    throw new Refusal(403, 'Forbidden', 'a token is needed');
  if (request.method !== 'GET' || request.key !== `latest/meta-data/ram/security-credentials/${role.name}`)
    throw new Refusal(404, 'NotFound', 'no such role');
  const { keyId: AccessKeyId, secret: AccessKeySecret, token: SecurityToken, expires: Expiration } = role;
  const text = JSON.stringify({ AccessKeyId, AccessKeySecret, Expiration, SecurityToken, LastUpdated: '2026-01-01T00:00:00Z', Code: 'Success' }, null, 2);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text.replaceAll('/', '\\/')) };
}
