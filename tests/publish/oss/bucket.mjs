// A bucket of the stand-in: objects in memory, the operations that publishing uses, and the static website.
// It refuses what OSS refuses, and keeps an eye on readers: a page that goes live before something it needs, or an asset that goes
// while a live page needs it, is noted as a violation.
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { Refusal } from './refusal.mjs';

const KEPT_HEADERS = ['content-type', 'cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires'];
// The documented list; neither text/javascript nor image/svg+xml is on it.
const GZIP_TYPES = /^(text\/(cache-manifest|xml|plain|css|html|json)|application\/(javascript|x-javascript|rss\+xml|json))\b/;

const md5 = (body, form) => createHash('md5').update(body).digest(form);
const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase());
const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const unescape = (text) =>
  text.replace(/&(lt|gt|quot|apos|#39|amp);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' })[name]);

const xml = (text, status = 200) => ({ status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`) });
const empty = (status, headers = {}) => ({ status, headers, body: Buffer.alloc(0) });

// The files a page needs: addresses in src and href, as keys; other pages do not count.
export function needsOf(key, body) {
  const needs = new Set();
  if (!key.endsWith('.html') || key.startsWith('.publish/'))
    return needs;
  for (const [, address] of body.toString('utf8').matchAll(/(?:src|href)="([^"#?]+)"/g)) {
    const path = decodeURIComponent(new URL(address, 'http://site/' + key.split('/').map(encode).join('/')).pathname.slice(1));
    if (!/^[a-z]+:/.test(address) && path !== '' && !path.endsWith('/') && !path.endsWith('.html'))
      needs.add(path);
  }
  return needs;
}

export class Bucket {
  constructor(name, options) {
    this.name = name;
    this.options = options; // of the whole stand-in: region, opaqueCopies, listPage
    this.objects = new Map();
    this.acl = 'private';
    this.blockPublicAccess = false;
    this.versioning = '';
    this.website = null; // {index, subdir, type, error}
    this.domains = []; // {domain, status, certificateUntil}
    this.violations = [];
    this.sorted = null;
  }

  // ---- objects

  put(key, body, headers, etag) {
    const object = {
      body,
      etag: etag ?? md5(body, 'hex').toUpperCase(),
      acl: headers['x-oss-object-acl'] ?? 'default',
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.includes(name) || /^x-(oss|amz)-meta-/.test(name))),
      modified: new Date(),
      needs: needsOf(key, body),
    };
    object.headers['content-type'] ??= 'application/octet-stream';
    if (!this.objects.has(key))
      this.sorted = null;
    this.objects.set(key, object);
    for (const need of object.needs)
      if (!this.objects.has(need))
        this.violations.push(`${key} is live before ${need}`);
    return object;
  }

  remove(key) {
    this.objects.delete(key);
    this.sorted = null;
    if (!key.startsWith('.publish/') && !key.endsWith('.html'))
      for (const [page, object] of this.objects)
        if (object.needs.has(key))
          this.violations.push(`${key} is gone while ${page} is live`);
  }

  find(key) {
    const object = this.objects.get(key);
    if (!object)
      throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
    return object;
  }

  // ---- signed requests

  answer(request) {
    if (request.key === '')
      return this.answerBucket(request);
    switch (request.method) {
      case 'PUT': return request.headers['x-oss-copy-source'] === undefined ? this.putObject(request) : this.copyObject(request);
      case 'GET':
      case 'HEAD': return this.serve(this.find(request.key), request);
      case 'DELETE': this.remove(request.key); return empty(204);
      default: throw new Refusal(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
    }
  }

  putObject(request) {
    const { key, headers, body } = request;
    if (Buffer.byteLength(key) > 1023 || key.startsWith('/') || key.startsWith('\\'))
      throw new Refusal(400, 'InvalidObjectName', 'The specified object is not valid.');
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      throw new Refusal(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
    // as documented: ignored when versioning is or was switched on
    if (headers['x-oss-forbid-overwrite'] === 'true' && this.versioning === '' && this.objects.has(key))
      throw new Refusal(409, 'FileAlreadyExists', 'The object you specified already exists and can not be overwritten.');
    return empty(200, { etag: `"${this.put(key, body, headers).etag}"` });
  }

  copyObject(request) {
    const [, bucket, key] = /^\/?([^/]+)\/(.*)$/.exec(decodeURIComponent(request.headers['x-oss-copy-source'])) ?? [];
    if (bucket !== this.name)
      throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist.');
    const from = this.find(key);
    const etag = this.options.opaqueCopies ? randomBytes(16).toString('hex').toUpperCase() : undefined;
    const acl = request.headers['x-oss-object-acl'] ?? 'default'; // never that of the source
    const object = this.put(request.key, from.body, { ...from.headers, 'x-oss-object-acl': acl }, etag);
    return xml(`<CopyObjectResult><ETag>"${object.etag}"</ETag><LastModified>${object.modified.toISOString()}</LastModified></CopyObjectResult>`);
  }

  // ---- the bucket itself

  answerBucket(request) {
    const { method, query } = request;
    const sub = ['delete', 'bucketInfo', 'website', 'cname'].find((name) => query.has(name));
    if (method === 'POST' && sub === 'delete')
      return this.deleteObjects(request);
    if (method !== 'GET')
      throw new Refusal(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
    if (sub && (this.options.deniedSettings ?? []).includes(sub))
      throw new Refusal(403, 'AccessDenied', 'You have no right to access this object.');
    switch (sub) {
      case 'bucketInfo': return this.info();
      case 'website': return this.websiteSettings();
      case 'cname': return this.domainList();
      default: return this.list(query);
    }
  }

  deleteObjects(request) {
    if (request.headers['content-md5'] === undefined)
      throw new Refusal(400, 'MissingArgument', 'Missing Some Required Arguments: Content-MD5.');
    const keys = [...request.body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map((m) => unescape(m[1]));
    if (keys.length === 0 || keys.length > 1000)
      throw new Refusal(400, 'MalformedXML', 'The XML you provided was not well-formed.');
    keys.forEach((key) => this.remove(key));
    const quiet = /<Quiet>true/.test(request.body.toString());
    return xml(`<DeleteResult>${quiet ? '' : keys.map((key) => `<Deleted><Key>${escape(key)}</Key></Deleted>`).join('')}</DeleteResult>`);
  }

  list(query) {
    const max = Number(query.get('max-keys') ?? 100);
    if (query.get('list-type') !== '2' || !(max >= 1 && max <= 1000))
      throw new Refusal(400, 'InvalidArgument', 'list-type must be 2, max-keys between 1 and 1000.');
    const prefix = query.get('prefix') ?? '';
    const token = query.get('continuation-token');
    const after = token ? Buffer.from(token, 'base64').toString() : '';
    const write = query.get('encoding-type') === 'url' ? encode : escape;
    this.sorted ??= [...this.objects.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const all = this.sorted.filter((key) => key.startsWith(prefix));
    const from = after === '' ? 0 : all.findIndex((key) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0);
    const page = from < 0 ? [] : all.slice(from, from + Math.min(max, this.options.listPage ?? 1000));
    const more = page.length > 0 && page.at(-1) !== all.at(-1);
    const entries = page.map((key) => {
      const o = this.objects.get(key);
      return `<Contents><Key>${write(key)}</Key><LastModified>${o.modified.toISOString()}</LastModified><ETag>"${o.etag}"</ETag>` +
        `<Type>Normal</Type><Size>${o.body.length}</Size><StorageClass>Standard</StorageClass></Contents>`;
    });
    // the order of the elements is not promised: the token stands last here
    return xml(`<ListBucketResult><Name>${this.name}</Name><Prefix>${write(prefix)}</Prefix><MaxKeys>${max}</MaxKeys>` +
      `${query.get('encoding-type') === 'url' ? '<EncodingType>url</EncodingType>' : ''}<KeyCount>${page.length}</KeyCount>${entries.join('')}` +
      `<IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${Buffer.from(page.at(-1)).toString('base64')}</NextContinuationToken>` : ''}` +
      '</ListBucketResult>');
  }

  info() {
    return xml(`<BucketInfo><Bucket><Name>${this.name}</Name><Location>oss-${this.options.region}</Location><StorageClass>Standard</StorageClass>` +
      `<AccessControlList><Grant>${this.acl}</Grant></AccessControlList><BlockPublicAccess>${this.blockPublicAccess}</BlockPublicAccess>` +
      `${this.versioning ? `<Versioning>${this.versioning}</Versioning>` : ''}</Bucket></BucketInfo>`);
  }

  websiteSettings() {
    const w = this.website;
    if (!w)
      throw new Refusal(404, 'NoSuchWebsiteConfiguration', 'The specified bucket does not have a website configuration.');
    return xml(`<WebsiteConfiguration><IndexDocument><Suffix>${w.index}</Suffix><SupportSubDir>${w.subdir}</SupportSubDir><Type>${w.type}</Type></IndexDocument>` +
      `<ErrorDocument><Key>${w.error}</Key><HttpStatus>404</HttpStatus></ErrorDocument></WebsiteConfiguration>`);
  }

  domainList() {
    const one = (d) => `<Cname><Domain>${d.domain}</Domain><Status>${d.status}</Status>` +
      `${d.certificateUntil ? `<Certificate><Type>CAS</Type><ValidEndDate>${d.certificateUntil}</ValidEndDate></Certificate>` : ''}</Cname>`;
    return xml(`<ListCnameResult><Bucket>${this.name}</Bucket><Owner>1</Owner>${this.domains.map(one).join('')}</ListCnameResult>`);
  }

  // ---- readers: unsigned requests, and reading by key

  read(request, onOwnDomain) {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Refusal(403, 'AccessDenied', 'Anonymous access is forbidden for this operation.');
    if (this.acl === 'private' || this.blockPublicAccess)
      throw new Refusal(403, 'AccessDenied', 'You have no right to access this object because of bucket acl.');
    const object = this.objects.get(request.key);
    if (object?.acl === 'private' && !this.options.policyOverridesAcl)
      throw new Refusal(403, 'AccessDenied', 'You have no right to access this object because of object acl.');
    return object ? this.serve(object, request, 200, onOwnDomain) : this.readMissing(request, onOwnDomain);
  }

  readMissing(request, onOwnDomain) {
    const w = this.website;
    const key = request.key;
    if (w && (key === '' || key.endsWith('/'))) {
      const index = this.objects.get((w.subdir ? key : '') + w.index);
      if (index)
        return this.serve(index, request, 200, onOwnDomain);
    } else if (w?.subdir && w.type === '0' && this.objects.has(`${key}/${w.index}`))
      return empty(302, { location: `/${key}/` });
    const error = w && this.objects.get(w.error);
    if (error)
      return this.serve(error, request, 404, onOwnDomain);
    throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
  }

  serve(object, request, status = 200, onOwnDomain = false) {
    const headers = { ...object.headers, etag: `"${object.etag}"`, 'last-modified': object.modified.toUTCString() };
    if (onOwnDomain && /^text\/html/.test(headers['content-type']))
      headers['content-disposition'] = 'attachment';
    const wantsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (!wantsGzip || headers['content-encoding'] || object.body.length < 1024 || !GZIP_TYPES.test(headers['content-type']))
      return { status, headers, body: object.body };
    delete headers.etag;
    return { status, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(object.body) };
  }
}
