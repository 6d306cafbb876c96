import type { Page, SerializedAXNode } from 'puppeteer-core';

const flatten = (node: SerializedAXNode): SerializedAXNode[] => [
  node,
  ...(node.children ?? []).flatMap(flatten),
];

/** What assistive technology finds on the page. */
export async function nodesOf(page: Page): Promise<SerializedAXNode[]> {
  const tree = await page.accessibility.snapshot({ interestingOnly: false });
  return tree ? flatten(tree) : [];
}

/** What a person can use, as "role name", in the order of the page. */
export async function controlsOf(page: Page): Promise<string[]> {
  const roles = ['button', 'slider', 'combobox', 'listbox'];
  return (await nodesOf(page))
    .filter(({ role }) => roles.includes(role))
    .map(({ role, name }) => `${role} ${name ?? ''}`);
}

/** The first node of that name. */
export async function nodeOf(page: Page, name: string): Promise<SerializedAXNode> {
  const found = (await nodesOf(page)).find((node) => node.name === name && node.role !== 'StaticText');
  if (!found) throw new Error(`Nothing is called ${name}`);
  return found;
}
