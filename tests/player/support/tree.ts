import type { Page, SerializedAXNode } from 'puppeteer-core';

const flatten = (node: SerializedAXNode): SerializedAXNode[] => [
  node,
  ...(node.children ?? []).flatMap(flatten),
];

/** The accessibility tree of the page as a list. */
async function nodesOf(page: Page): Promise<SerializedAXNode[]> {
  const tree = await page.accessibility.snapshot({ interestingOnly: false });
  return tree ? flatten(tree) : [];
}

/** The controls as "role name", in the order of the page. */
export async function controlsOf(page: Page): Promise<string[]> {
  const roles = ['button', 'slider', 'combobox', 'listbox'];
  return (await nodesOf(page))
    .filter(({ role }) => roles.includes(role))
    .map(({ role, name }) => `${role} ${name ?? ''}`);
}
