/** The rules of this repository that no linter has: see .oxlintrc.json, which says where each one holds. */
import { importLayers } from './import-layers.js';

/** Who switches a rule off says why. */
const disablingHasReason = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { silent: 'Say after -- why the rule does not hold here, or keep it.' },
  },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (!/^\s*(eslint|oxlint)-disable/.test(comment.value) || /\s--\s+\S/.test(comment.value)) continue;
        context.report({ loc: comment.loc, messageId: 'silent' });
      }
    },
  }),
};

/** No file hands on what another one defines. */
const noBarrels = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { barrel: 'No barrels: import from the file that defines it.' },
  },
  create(context) {
    const report = (node) => {
      if (node.source) context.report({ node, messageId: 'barrel' });
    };
    return { ExportAllDeclaration: report, ExportNamedDeclaration: report };
  },
};

/** The attributes of JSX that become markup. Members of the same names are refused by no-restricted-properties. */
const noMarkupAttributes = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { markup: 'Build nodes and set textContent: text from outside never becomes markup.' },
  },
  create: (context) => ({
    JSXAttribute(node) {
      if (/^(innerHTML|outerHTML|srcdoc|dangerouslySetInnerHTML)$/i.test(node.name.name))
        context.report({ node, messageId: 'markup' });
    },
  }),
};

export default {
  meta: { name: 'house' },
  rules: {
    'disabling-has-reason': disablingHasReason,
    'import-layers': importLayers,
    'no-barrels': noBarrels,
    'no-markup-attributes': noMarkupAttributes,
  },
};
