import type { Page } from 'puppeteer-core';

export const looks = {
  light: [{ name: 'prefers-color-scheme', value: 'light' }],
  dark: [{ name: 'prefers-color-scheme', value: 'dark' }],
  'forced colours': [{ name: 'forced-colors', value: 'active' }],
};

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

declare const axe: {
  run(context: unknown, options: unknown): Promise<{ violations: Finding[]; incomplete: Finding[] }>;
};

/** Findings in the player or the toast alone: what it stands on is the page's. */
export const findings = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { violations, incomplete } = await axe.run(
      { include: [['[popover]']] },
      { resultTypes: ['violations'] },
    );
    // What axe cannot decide about names and roles counts; about contrast it cannot see through gradients.
    const found = [...violations, ...incomplete.filter(({ id }) => id !== 'color-contrast')];
    return found.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
    );
  });
