// A static file server for the tests: one folder under one prefix, on loopback and a free port.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

const types = {
  '.css': 'text/css',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

// What a careful host sends. A page that needs more than this puts an error on the console, which the tests see.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'";

// The file a request means, or null when it is outside the prefix or no file.
async function find(folder, prefix, url) {
  const wanted = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  if (!wanted.startsWith(prefix)) return null;
  const inside = path.join('/', wanted.slice(prefix.length));
  const file = path.join(folder, inside.endsWith('/') ? `${inside}index.html` : inside);
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? file : null;
}

function head(response, status, name) {
  response.writeHead(status, {
    'Content-Type': types[path.extname(name)] ?? 'application/octet-stream',
    'Content-Security-Policy': policy,
  });
}

/* Serves `folder` at http://127.0.0.1:PORT + prefix (which begins and ends in a slash). Whatever is not found gets
 * 404.html with status 404, as object storage does it. `replaced` maps an address's path to text sent instead of the
 * file. The server keeps no process alive. */
export async function serve(folder, prefix = '/') {
  const replaced = new Map();
  const missing = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (replaced.has(pathname)) {
      head(response, 200, pathname);
      response.end(replaced.get(pathname));
      return;
    }
    const file = await find(folder, prefix, request.url);
    if (file) {
      head(response, 200, file);
      createReadStream(file).pipe(response);
      return;
    }
    missing.push(pathname);
    head(response, 404, '404.html');
    response.end(await readFile(path.join(folder, '404.html')).catch(() => 'not found'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    base: `http://127.0.0.1:${server.address().port}${prefix}`,
    replaced,
    missing,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
