import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const looks = {
  light: [{ name: 'prefers-color-scheme', value: 'light' }],
  dark: [{ name: 'prefers-color-scheme', value: 'dark' }],
  'forced colors': [{ name: 'forced-colors', value: 'active' }],
};

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

declare const axe: {
  run(context: unknown, options: unknown): Promise<{ violations: Finding[]; incomplete: Finding[] }>;
};

/** The rules of axe whose result depends on colors. The others find in one look what they find in all. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** All rules of axe, or those given. */
export const findings = (
  page: Page,
  { within = 'html', rules }: { within?: string; rules?: string[] } = {},
): Promise<string[]> =>
  page.evaluate(
    async (selector, only) => {
      const { violations, incomplete } = await axe.run(
        { include: [[selector]] },
        {
          resultTypes: ['violations'],
          rules: { 'target-size': { enabled: true } },
          ...(only && { runOnly: { type: 'rule', values: only } }),
        },
      );
      // What axe cannot decide counts as a finding, except contrast, which it cannot compute on gradients, and the name of a
      // control with a description in it.
      const undecided = incomplete.filter(
        ({ id }) => id !== 'color-contrast' && id !== 'label-content-name-mismatch',
      );
      const found = [...violations, ...undecided];
      return found.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
      );
    },
    within,
    rules,
  );

/** Loads axe into a page and switches its animations off. */
export async function loadAxe(page: Page): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await addAxe(page);
}

/** Loads axe into a page. */
export async function addAxe(page: Page): Promise<void> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
}

/** The findings of axe within the element that the selector matches, in light, dark and forced colors. */
export async function findingsInAllLooks(page: Page, within = 'html'): Promise<string[]> {
  const found: string[] = [];
  const session = await page.createCDPSession();
  for (const [look, features] of Object.entries(looks)) {
    await session.send('Emulation.setEmulatedMedia', { features });
    const rules = look === 'light' ? {} : { rules: colorRules };
    found.push(...(await findings(page, { within, ...rules })).map((finding) => `${look}: ${finding}`));
  }
  await session.detach();
  return found;
}
