// What the tests of `chipfirst publish` share: a folder of their own, the stand-in, runs of the program.
import { spawn } from 'node:child_process';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Oss, USERS } from './oss/server.mjs';
import { siteFiles, writeSite } from './site.mjs';

const BINARY = process.env.CHIPFIRST ?? (() => { throw new Error('CHIPFIRST names the binary; use run.sh'); })();
const RUN_LIMIT_MS = 60000;
export const ENDPOINT = 'http://oss-cn-hangzhou.aliyuncs.com';
export const tlsFile = (name) => fileURLToPath(new URL(`tls/${name}`, import.meta.url));
export const md5 = (text) => createHash('md5').update(text).digest('hex').toUpperCase();

export class Stage {
  static async open({ tls = false } = {}) {
    const stage = new Stage();
    stage.everything = '';
    stage.folder = mkdtempSync(path.join(os.tmpdir(), 'chipfirst-publish-'));
    stage.home = path.join(stage.folder, 'home');
    mkdirSync(stage.home);
    stage.oss = await new Oss({ tls: tls ? { key: readFileSync(tlsFile('server.key')), cert: readFileSync(tlsFile('server.pem')) } : undefined }).start();
    return stage;
  }

  // Looks once over everything the program printed.
  async close() {
    await this.oss.stop();
    rmSync(this.folder, { recursive: true, force: true });
    for (const { secret, token } of Object.values(USERS))
      for (const text of [secret, token].filter(Boolean))
        assert.ok(!this.everything.includes(text), 'a secret was printed');
  }

  // A new bucket and a new site; `settings` go into publish.conf.
  fresh(options = {}, settings = {}) {
    this.oss.reset();
    this.write(options);
    this.configure(settings);
  }

  write(options) {
    this.files = siteFiles(options);
    writeSite(this.site, this.files);
  }

  get site() {
    return path.join(this.folder, 'site');
  }

  configure(settings = {}) {
    const all = { site: this.site, bucket: 'kb-site', region: 'cn-hangzhou', endpoint: ENDPOINT, connect_to: `127.0.0.1:${this.oss.port}`, jobs: 8,
      retry_ms: 5, timeout: 2, ...settings };
    const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [value].flat().map((one) => `${name} = ${one}\n`)));
    writeFileSync(path.join(this.folder, 'publish.conf'), lines.join(''));
  }

  environment(more = {}) {
    return { PATH: process.env.PATH, HOME: this.home, OSS_ACCESS_KEY_ID: 'testkeyid', OSS_ACCESS_KEY_SECRET: USERS.testkeyid.secret,
      ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? '', ...more };
  }

  // {child, ended: a promise of {code, out, err}}
  start(args = [], { env = {}, stdio = ['ignore', 'pipe', 'pipe'] } = {}) {
    const child = spawn(BINARY, ['publish', ...args], { cwd: this.folder, env: this.environment(env), stdio });
    const limit = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT_MS);
    const texts = { out: '', err: '' };
    child.stdout?.on('data', (data) => (texts.out += data));
    child.stderr?.on('data', (data) => (texts.err += data));
    const ended = new Promise((resolve) => child.on('close', (code, signal) => {
      clearTimeout(limit);
      this.everything += texts.out + texts.err;
      resolve({ code, signal, ...texts });
    }));
    return { child, ended };
  }

  run(args, options) {
    return this.start(args, options).ended;
  }

  // Publishes with --json; the object printed is in `plan`.
  async publish(args = [], options) {
    const result = await this.run(['--json', ...args], options);
    try {
      return { ...result, plan: JSON.parse(result.out) };
    } catch {
      return { ...result, plan: null };
    }
  }

  async mustPublish(args, options) {
    const result = await this.publish(args, options);
    if (result.code !== 0)
      throw new Error(`publish ended with ${result.code ?? result.signal}: ${result.err}`);
    return result.plan;
  }

  object(key) {
    return this.oss.bucket.objects.get(key);
  }

  get publicKeys() {
    return [...this.oss.bucket.objects.keys()].filter((key) => !key.startsWith('.publish/'));
  }

  // What the bucket shows that the folder does not have the same way, except assets that older pages may need.
  differences(also = []) {
    const files = readdirSync(this.site, { recursive: true }).filter((key) => statSync(path.join(this.site, key)).isFile());
    const wanted = new Map(files.map((key) => [key, readFileSync(path.join(this.site, key))]));
    const wrong = [...wanted].filter(([key, body]) => !this.object(key)?.body.equals(body)).map(([key]) => `not as in the folder: ${key}`);
    const isAsset = (key) => /\.[0-9a-f]{8}\.(css|js|mjs|svg)$/.test(key);
    const extra = this.publicKeys.filter((key) => !wanted.has(key) && !isAsset(key) && !also.includes(key)).map((key) => `not in the folder: ${key}`);
    return [...wrong, ...extra];
  }
}

// For the suite it is called in: a stage of its own, given to `take` before each test and fresh then.
export function useStage(take, options) {
  let stage;
  before(async () => (stage = await Stage.open(options)));
  beforeEach(() => {
    stage.fresh();
    take(stage);
  });
  after(() => stage.close());
}
