import { fireEvent, render, screen, within } from '@testing-library/preact';
import { expect, vi } from 'vitest';
import type { ProbedOperation } from '../../lib/api/contract.ts';
import type { Probe, SavedConnection } from '../../lib/diagnostics/facts.ts';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';
import { Diagnostics, type DiagnosticsActions } from '../diagnostics/Diagnostics.tsx';

export const connection: SavedConnection = { address: 'https://s.example/v3' };
export const good: Probe = { ok: true, milliseconds: 12, difference: 0, style: 'headers' };
export const failed = (reason: 'unexpected-answer' | 'credentials-rejected'): Probe => ({
  ok: false,
  milliseconds: 12,
  difference: 0,
  failure: { reason, linkCreated: 'no', label: 'permission denied', code: 801, requestId: 'r-1' },
});

interface DiagnosticsTest {
  saved?: SavedConnection | null;
  answers?: Partial<Record<ProbedOperation, Probe>>;
  isCopied?: boolean;
  /** The answer of the last operation. */
  divisions?: Promise<Probe>;
  /** The states of the test of a real link. */
  link?: LinkTest[];
}

/** Renders the section with a service that answers everything, unless the test says otherwise. */
export const renderDiagnostics = ({
  saved = connection,
  answers = {},
  isCopied = true,
  divisions = Promise.resolve(good),
  link = [],
}: DiagnosticsTest = {}) => {
  const copy = vi.fn<DiagnosticsActions['copy']>(() => Promise.resolve(isCopied));
  const open = vi.fn();
  const probe = vi.fn((operation: ProbedOperation) =>
    operation === 'divisions' && !answers.divisions ? divisions : Promise.resolve(answers[operation] ?? good),
  );
  const testLink = vi.fn((_origin: string | null, report: (test: LinkTest) => void) => {
    for (const state of link) report(state);
    return Promise.resolve();
  });
  const actions: DiagnosticsActions = {
    copy,
    open,
    probe,
    testLink,
    about: { version: '1.2.3', browser: 'Browser/1' },
    readConnection: () => Promise.resolve(saved),
    mayReach: () => Promise.resolve(true),
    isOffline: () => false,
    readErrors: () => Promise.resolve([{ at: 0, text: 'TypeError: x is null' }]),
  };
  render(<Diagnostics actions={actions} />);
  return { copy, open, probe, testLink };
};

export const summary = (): string | null | undefined => screen.getAllByRole('status')[0]?.textContent;
export const check = async (name = 'Check the connection'): Promise<HTMLElement> => {
  const button = screen.getByRole('button', { name });
  fireEvent.click(button);
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false');
  return button;
};
export const row = (name: string) => {
  const item = screen.getByRole('heading', { level: 3, hidden: true, name: (each) => each.startsWith(name) });
  return within(item.closest('li') ?? item);
};
/** The word for the state of each row, counted. */
export const states = (): Record<string, number> => {
  const words = [...document.querySelectorAll('h3 span')].map(({ textContent }) => textContent);
  return Object.fromEntries(
    [...new Set(words)].map((word) => [word, words.filter((each) => each === word).length]),
  );
};
