const sinks = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML', 'srcdoc'];

/** A rule that refuses some nodes: `refused` maps a kind of node to whether this one is refused. */
const refusing = (message, refused) => ({
  meta: { type: 'problem', schema: [], messages: { refused: message } },
  create: (context) =>
    Object.fromEntries(
      Object.entries(refused).map(([kind, isRefused]) => [
        kind,
        (node) => {
          if (isRefused(node)) context.report({ node, messageId: 'refused' });
        },
      ]),
    ),
});

/** Lint rule: no file hands on what another one defines. */
export const noBarrels = refusing('No barrels: import from the file that defines it.', {
  ExportAllDeclaration: () => true,
  ExportNamedDeclaration: (node) => Boolean(node.source),
});

/** Lint rule: no text becomes markup. */
export const noMarkupSinks = refusing(
  'Build nodes and set textContent: text from outside never becomes markup.',
  {
    MemberExpression: (node) => sinks.includes(node.property.name),
    JSXAttribute: (node) => sinks.includes(node.name.name),
  },
);
