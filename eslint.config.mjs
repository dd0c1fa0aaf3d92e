// Rules for the script of the pages and for the tests; what they forbid is a mistake, not a matter of taste.
const mistakes = [
  'constructor-super', 'for-direction', 'getter-return', 'no-async-promise-executor', 'no-case-declarations',
  'no-class-assign', 'no-compare-neg-zero', 'no-cond-assign', 'no-const-assign', 'no-constant-binary-expression',
  'no-constant-condition', 'no-debugger', 'no-delete-var', 'no-dupe-args', 'no-dupe-class-members',
  'no-dupe-else-if', 'no-dupe-keys', 'no-duplicate-case', 'no-empty', 'no-empty-character-class', 'no-empty-pattern',
  'no-empty-static-block', 'no-ex-assign', 'no-extra-boolean-cast', 'no-fallthrough', 'no-func-assign',
  'no-global-assign', 'no-import-assign', 'no-invalid-regexp', 'no-irregular-whitespace', 'no-loss-of-precision',
  'no-misleading-character-class', 'no-new-native-nonconstructor', 'no-obj-calls', 'no-octal', 'no-prototype-builtins',
  'no-redeclare', 'no-regex-spaces', 'no-self-assign', 'no-setter-return', 'no-shadow-restricted-names',
  'no-sparse-arrays', 'no-this-before-super', 'no-undef', 'no-unexpected-multiline', 'no-unreachable',
  'no-unsafe-finally', 'no-unsafe-negation', 'no-unsafe-optional-chaining', 'no-unused-labels',
  'no-unused-private-class-members', 'no-unused-vars', 'no-useless-backreference', 'no-useless-catch',
  'no-useless-escape', 'no-with', 'require-yield', 'use-isnan', 'valid-typeof',
  'eqeqeq', 'no-eval', 'no-implied-eval', 'no-new-func', 'no-shadow', 'no-var', 'prefer-const',
];

const rules = Object.fromEntries(mistakes.map((rule) => [rule, 'error']));

function globals(names) {
  return Object.fromEntries(names.map((name) => [name, 'readonly']));
}

const browser = globals([
  'Blob', 'CSS', 'DOMException', 'DOMParser', 'DecompressionStream', 'MutationObserver', 'NodeFilter', 'PerformanceObserver',
  'Response', 'URL', 'URLSearchParams', 'WebAssembly', 'XMLSerializer', 'addEventListener', 'console', 'atob', 'clearTimeout', 'document', 'getComputedStyle', 'getSelection', 'history',
  'innerHeight', 'innerWidth', 'localStorage', 'location', 'matchMedia', 'navigator', 'performance', 'requestAnimationFrame',
  'self', 'setTimeout', 'window',
]);

const node = globals(['Buffer', 'URL', 'URLSearchParams', 'console', 'fetch', 'process', 'setTimeout']);

export default [
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['templates/assets/*.js'],
    languageOptions: { ecmaVersion: 2022, sourceType: 'script', globals: browser },
    rules,
  },
  {
    // Functions in the browser tests are sent to the browser, so both sets of names are there.
    files: ['**/*.mjs'],
    languageOptions: { ecmaVersion: 2023, sourceType: 'module', globals: { ...node, ...browser } },
    rules,
  },
];
