/** The rules of this repository that no linter has: see .oxlintrc.json, which says where each one holds. */
import { importLayers } from './import-layers.js';

/** A comment that disables a rule has to give the reason. */
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

/** No file exports what another file defines. */
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

export default {
  meta: { name: 'house' },
  rules: {
    'disabling-has-reason': disablingHasReason,
    'import-layers': importLayers,
    'no-barrels': noBarrels,
  },
};
