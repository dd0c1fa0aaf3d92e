// What the tests of the guidance share: its files and links, copies to change, runs of `chipfirst check`.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const LANGUAGES = ['en', 'zh'];
const BINARY = process.env.CHIPFIRST ?? (() => { throw new Error('CHIPFIRST names the binary; use run.sh'); })();
const FOLDERS = ['catalog', 'content', 'templates'];

// All files below a folder of the repository, relative to its root, sorted.
export function filesBelow(folder, ending) {
    return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
        .map((entry) => path.relative(ROOT, path.join(entry.parentPath ?? entry.path, entry.name)))
        .sort();
}

// A new folder with copies of the named ones of FOLDERS; runs in it take the others from the repository.
export class Copy {
    constructor(...folders) {
        this.folder = mkdtempSync(path.join(os.tmpdir(), 'copy-'));
        this.folders = folders;
        for (const name of folders)
            cpSync(path.join(ROOT, name), path.join(this.folder, name), { recursive: true });
    }

    file(name) {
        return path.join(this.folder, name);
    }

    text(name) {
        return readFileSync(this.file(name), 'utf8');
    }

    // {code, out, messages}: all messages, as objects.
    async run(command, ...options) {
        const folders = FOLDERS.filter((name) => !this.folders.includes(name)).flatMap((name) => [`--${name}`, path.join(ROOT, name)]);
        const { code, out, err } = await run([command, '--diag=json', ...folders, ...options], this.folder);
        const lines = err.split('\n').filter(Boolean).map((line) => JSON.parse(line));
        const short = (file) => file && (path.isAbsolute(file) ? path.relative(ROOT, file) : file);
        return { code, out, messages: lines.map((line) => ({ ...line, file: short(line.file) })) };
    }
}

function run(args, cwd) {
    return new Promise((resolve, reject) => {
        const child = spawn(BINARY, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
        const texts = { out: '', err: '' };
        child.stdout.setEncoding('utf8').on('data', (data) => (texts.out += data));
        child.stderr.setEncoding('utf8').on('data', (data) => (texts.err += data));
        child.on('error', reject).on('close', (code) => resolve({ code, ...texts }));
    });
}

// Calls work(item, worker's own thing) for all items, as many at once as there are processors. Returns the things.
export async function inParallel(items, makeThing, work) {
    const queue = [...items];
    const things = Array.from({ length: Math.min(queue.length, os.availableParallelism()) }, makeThing);
    await Promise.all(things.map(async (thing) => {
        for (let item = queue.shift(); item !== undefined; item = queue.shift())
            await work(item, thing);
    }));
    return things;
}

// `content/en/guide/memory.md:37:37: error: …`, one message a line.
export function shown(messages) {
    return messages.map((m) => `${m.file}:${m.line}:${m.column}: ${m.severity}: ${m.message}`).join('\n');
}

const LINK = /\]\((?:<([^>]*)>|([^)]*))\)/g;

// All links of the guidance: {file, line, column, url}; lines and columns count from one, columns in characters.
export function linksOfContent() {
    return filesBelow('content', '.md').flatMap((file) => readFileSync(path.join(ROOT, file), 'utf8').split('\n').flatMap((text, i) =>
        [...text.matchAll(LINK)].map((match) => {
            const before = text.slice(0, match.index + (match[1] === undefined ? 2 : 3));
            return { file, line: i + 1, column: [...before].length + 1, url: match[1] ?? match[2] };
        })));
}
