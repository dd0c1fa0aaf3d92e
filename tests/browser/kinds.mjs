// The kinds of pages, each by a page that shows all that its kind can show.

// The index pages and the long reference lists may be as long as their records are many.
const long = true;

// Paths without the language and without ".html". needsScript: without it the page only says where else to look;
// assets: bytes of styles, scripts and data, where a page may have more than others.
export const kinds = [
  { name: 'start', page: 'index' },
  { name: 'scenarios', page: 'scenarios/index', long },
  { name: 'scenario', page: 'scenarios/llm-lora-finetune' },
  { name: 'chips', page: 'chips/index', long },
  { name: 'chip', page: 'chips/nvidia-a10' },
  { name: 'chip with gaps', page: 'chips/nvidia-blackwell-72gb-unnamed' },
  { name: 'families', page: 'families/index', long },
  { name: 'family', page: 'families/ecs.gn7i' },
  { name: 'types', page: 'types/index', long },
  { name: 'type', page: 'types/ecs.gn7i-c16g1.4xlarge' },
  { name: 'models', page: 'models/index', long },
  { name: 'model', page: 'models/qwen2.5-7b' },
  { name: 'vram', page: 'vram/index', long },
  { name: 'vram table', page: 'vram/lora', long },
  { name: 'kv cache table', page: 'vram/kv-cache', long },
  { name: 'memory of a model', page: 'vram/qwen2.5-7b' },
  { name: 'guides', page: 'guide/index', long },
  { name: 'guide', page: 'guide/selection' },
  { name: 'guide with a chart', page: 'guide/commitments' },
  { name: 'guide with wide tables', page: 'guide/network' },
  { name: 'calculator', page: 'calculator', needsScript: true, assets: 208_000 },
  { name: 'glossary', page: 'glossary' },
  { name: 'sources', page: 'sources', long },
  { name: 'claims', page: 'claims' },
  { name: 'pitfalls', page: 'pitfalls' },
  { name: 'facts', page: 'facts' },
  { name: 'measured', page: 'measured' },
  { name: 'accuracy', page: 'accuracy', long },
  { name: 'schema', page: 'schema', long },
  { name: 'data', page: 'data' },
];

// Pages outside the language folders; they speak both languages.
export const rootKinds = [
  { name: 'choice of language', page: 'index' },
  { name: 'not found', page: '404' },
];

export const languages = ['en', 'zh'];
export const themes = ['light', 'dark'];
export const widths = [320, 768, 1440];

/* All pages of a kind: one a language. */
export function pagesOf(kind) {
  return rootKinds.includes(kind) ? [`${kind.page}.html`] : languages.map((lang) => `${lang}/${kind.page}.html`);
}

export const everyKind = [...rootKinds, ...kinds];

// 404.html links from the root of a server, so from disk it leads nowhere; nobody opens it there.
export const kindsOnDisk = everyKind.filter((kind) => kind.page !== '404');

/* The kind of place that a page, by its path in the site, stands at: "chips/*" for a record of a folder. */
export function placeOf(path) {
  const page = path.replace(/^(en|zh)\//, '').replace(/\.html$/, '');
  return page.includes('/') && !page.endsWith('/index') ? page.replace(/\/.*/, '/*') : page;
}

/* Whether a page, by its path in the site, is exempt from the limit on length. */
export function mayBeLong(path) {
  const page = path.replace(/^(en|zh)\//, '').replace(/\.html$/, '');
  const isMethodTable = /^vram\/(full|inference|lora|qlora)$/.test(page);
  return page.endsWith('/index') || isMethodTable || kinds.some((kind) => kind.long && kind.page === page);
}
