const disabling = /^\s*(eslint|oxlint)-disable/;
const withReason = /\s--\s+\S/;

/** Lint rule: who switches a rule off says why. */
export const disablingHasReason = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { silent: 'Say after -- why the rule does not hold here, or keep it.' },
  },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (!disabling.test(comment.value) || withReason.test(comment.value)) continue;
        context.report({ loc: comment.loc, messageId: 'silent' });
      }
    },
  }),
};
