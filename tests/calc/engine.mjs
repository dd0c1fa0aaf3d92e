// The calculator's engine in node: the scripts of a built site, run in a context of their own like a page's.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

/* Text of the asset called `name` (calc-data.js) in the site, whatever hash its file name carries. */
export function assetText(site, name) {
  const dot = name.lastIndexOf('.');
  const folder = path.join(site, 'assets');
  const found = readdirSync(folder).filter((file) => file.startsWith(`${name.slice(0, dot)}.`) && file.endsWith(name.slice(dot))
    && file.split('.').length === name.split('.').length + 1);
  if (found.length !== 1) throw new Error(`${folder} has ${found.length} files called ${name}`);
  return readFileSync(path.join(folder, found[0]), 'utf8');
}

/* CHIPFIRST after data, module and engine were loaded, in that order. */
export function loadScripts(site) {
  const self = {};
  const context = vm.createContext({ self, Blob, DecompressionStream, Response, WebAssembly, atob });
  for (const name of ['calc-data.js', 'sizing.js', 'engine.js']) vm.runInContext(assetText(site, name), context, { filename: name });
  return self.CHIPFIRST;
}
