// The standard rules, but for those about empty lines, which would double the length of a dense file, and the one that
// wants selectors of unrelated elements in the order of their weight, which would tear the sections apart.
export default {
  extends: ['stylelint-config-standard'],
  rules: {
    'at-rule-empty-line-before': null,
    'comment-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'declaration-block-single-line-max-declarations': null,
    'declaration-empty-line-before': null,
    'no-descending-specificity': null,
    'rule-empty-line-before': null,
  },
};
