// A strict stand-in for OSS on the loopback interface: every signed request is verified, and what OSS refuses is refused.
// It is reached by the real names: the client is told to connect to this port whatever the host is.
import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';

import { Bucket } from './bucket.mjs';
import { metadata } from './metadata.mjs';
import { Refusal } from './refusal.mjs';
import { verifyS3 } from './s3.mjs';
import { verify } from './signature.mjs';

const QUERY = new Set(['list-type', 'max-keys', 'encoding-type', 'prefix', 'continuation-token', 'delimiter', 'start-after', 'fetch-owner', 'delete',
  'bucketInfo', 'website', 'cname']);

export const USERS = {
  testkeyid: { secret: 'test-secret-of-the-stand-in' },
  'STS.testkeyid': { secret: 'sts-secret-of-the-stand-in', token: 'sts+token/of==the-stand-in' },
};

export class Oss {
  constructor({ region = 'cn-hangzhou', tls } = {}) {
    this.region = region;
    this.tls = tls; // {key, cert}
    this.users = { ...USERS };
    this.reset();
  }

  reset() {
    this.options = { region: this.region };
    this.bucket = new Bucket('kb-site', this.options);
    this.domains = new Set(); // bound to the bucket
    this.log = []; // {method, key, sub, status, code}
    this.clockMs = 0;
    this.latencyMs = 0;
    this.publicEndpointForbidden = false;
    this.fault = () => undefined; // (request) => 'reset' | 'hang' | 'applied-then-reset' | a status | undefined
    this.role = null; // of the metadata service
    this.connections = 0;
  }

  async start() {
    const options = { keepAliveTimeout: 60000, requestTimeout: 0 };
    this.server = http.createServer(options, (request, response) => this.receive(request, response));
    this.port = await this.listen(this.server);
    if (this.tls) {
      this.tlsServer = https.createServer({ ...options, ...this.tls }, (request, response) => this.receive(request, response));
      this.tlsPort = await this.listen(this.tlsServer);
    }
    return this;
  }

  listen(server) {
    server.on('connection', () => this.connections++);
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
  }

  async stop() {
    for (const server of [this.server, this.tlsServer].filter(Boolean)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  // ---- counting

  count(filter) {
    return this.log.filter(filter).length;
  }

  get writes() {
    return this.count((entry) => entry.method !== 'GET' && entry.method !== 'HEAD');
  }

  get uploads() {
    return this.count((e) => e.method === 'PUT' && !e.copy && e.status === 200 && (e.key.startsWith('.publish/blob/') || !e.key.startsWith('.publish/')));
  }

  get switches() {
    return this.count((entry) => entry.copy && entry.status === 200);
  }

  // ---- requests

  receive(incoming, response) {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('error', () => {});
    incoming.on('end', () => this.take(this.parse(incoming, Buffer.concat(chunks)), response, incoming.socket));
  }

  parse(incoming, body) {
    const [rawPath, rawQuery = ''] = incoming.url.replace(/^http:\/\/[^/]*/, '').split(/\?(.*)/s); // with the host when we are the proxy
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '');
    const request = { method: incoming.method, headers: incoming.headers, rawPath, rawQuery, query: new URLSearchParams(rawQuery), body, host,
      key: decodeURIComponent(rawPath.slice(1)), bucket: '' };
    const match = /^([a-z0-9-]+)\.oss-([a-z0-9-]+?)(-internal)?\.aliyuncs\.com$/.exec(host);
    if (match)
      Object.assign(request, { bucket: match[1], internal: match[3] !== undefined, ownDomain: true });
    else if (this.domains.has(host))
      request.bucket = this.bucket.name;
    return request;
  }

  async take(request, response, socket) {
    const copy = request.headers['x-oss-copy-source'] !== undefined;
    const entry = { method: request.method, key: request.key, copy, query: request.rawQuery, host: request.host, signed: false };
    this.log.push(entry);
    if (this.latencyMs)
      await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    const fault = request.host === '100.100.100.200' ? undefined : this.fault({ ...request, copy });
    if (fault === 'hang')
      return;
    if (fault === 'reset')
      return socket.resetAndDestroy();
    const answer = typeof fault === 'number' ? this.refuse(new Refusal(fault, 'ServiceUnavailable', 'injected'), entry) : this.tryAnswer(request, entry);
    if (fault === 'applied-then-reset')
      return socket.resetAndDestroy();
    this.send(answer, request, response);
  }

  send({ status, headers, body }, request, response) {
    const date = new Date(Date.now() + this.clockMs).toUTCString();
    response.writeHead(status, { date, server: 'AliyunOSS', 'x-oss-request-id': `STANDIN${this.log.length}`, ...headers, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  refuse(refusal, entry) {
    entry.status = refusal.status;
    entry.code = refusal.code;
    const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${refusal.code}</Code><Message>${refusal.message}</Message>` +
      `<RequestId>STANDIN</RequestId><HostId>x</HostId><EC>${refusal.ec}</EC></Error>`);
    return { status: refusal.status, headers: { 'content-type': 'application/xml' }, body };
  }

  tryAnswer(request, entry) {
    try {
      const answer = request.host === '100.100.100.200' ? metadata(request, this.role) : this.answer(request, entry);
      entry.status = answer.status;
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal))
        throw error;
      return this.refuse(error, entry);
    }
  }

  answer(request, entry) {
    if (request.bucket === '')
      throw isIP(request.host) || !request.host.includes('aliyuncs.com')
        ? new Refusal(404, 'NoSuchBucket', 'No bucket at this domain.')
        : new Refusal(403, 'SecondLevelDomainForbidden', 'The bucket you are attempting to access must be addressed using OSS third level domain.');
    if (this.publicEndpointForbidden && request.ownDomain && !request.internal)
      throw new Refusal(400, 'PublicEndpointForbidden', 'The public endpoint is forbidden for this account.', '0048-00000401');
    const s3 = this.options.s3 && request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ');
    entry.signed = s3 ? verifyS3(request, this.users) : verify(request, this.users, this.region, Date.now() + this.clockMs);
    if (request.bucket !== this.bucket.name)
      throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist.');
    if (!entry.signed)
      return this.bucket.read(request, request.ownDomain);
    this.checkSigned(request);
    return this.bucket.answer(request);
  }

  checkSigned(request) {
    for (const name of request.query.keys())
      if (!QUERY.has(name))
        throw new Refusal(400, 'InvalidArgument', `the stand-in does not know the query ${name}`);
    const expected = request.headers['content-md5'];
    if (expected !== undefined && createHash('md5').update(request.body).digest('base64') !== expected)
      throw new Refusal(400, 'InvalidDigest', 'The Content-MD5 you specified was invalid.');
  }
}
