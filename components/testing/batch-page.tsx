// IndexedDB in memory: the page looks there whether a link may exist.
import { act, render } from '@testing-library/preact';
import { vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { type Batch, createStoredBatch, type ItemState } from '../../lib/batch/batch.ts';
import { type OpenTab, planBatch, readTabSelection } from '../../lib/batch/plan.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { settingsUnderPolicy } from '../../lib/settings/policy.ts';
import { type Settings, unreadSettings } from '../../lib/settings/schema.ts';
import type { Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import { BatchState } from '../batch/batch-state.ts';
import { BatchPage } from '../batch/BatchPage.tsx';
import { settings } from '../page.ts';
import { copyLinks } from '../ui/copying.ts';

/** An open tab of a window that is not private. */
export const tab = (title: string, change: Partial<OpenTab> = {}): OpenTab => ({
  link: `https://a.example/${title}`,
  title,
  removed: [],
  private: false,
  ...change,
});

/** A batch of tabs with these titles and states. */
export const batchOf = (states: Record<string, ItemState>): Batch => ({
  validity: { kind: 'duration', seconds: 604_800 },
  items: Object.entries(states).map(([title, state]) => ({
    link: `https://a.example/${title}`,
    title,
    state,
  })),
});

export const waiting: ItemState = { kind: 'waiting' };

const shortLinkOf = ({ link }: ShortenRequest): string => `https://s.example/${link.split('/').at(-1) ?? ''}`;

/** The service creates a short link, which ends like the link. */
export const created = (request: ShortenRequest): Promise<Outcome> =>
  Promise.resolve({ ok: true, id: request.id, shortLink: shortLinkOf(request), expiresAt: 1_900_000_000 });

interface PageOptions extends Partial<Settings> {
  /** The query of the address of the page. */
  query?: string;
}

/** Renders the page of a selection, before its first step. The service creates links until the test says otherwise. */
export const openPage = ({ query = '?window=1', ...changes }: PageOptions = {}) => {
  const own: Settings = { ...unreadSettings, defaultValidity: 'week', copyFormat: 'markdown', ...changes };
  settings.value = settingsUnderPolicy(own, {});
  sessionStorage.clear();
  // In place of the format that an earlier test has chosen.
  void copyLinks([], {
    format: own.copyFormat === 'last' ? own.lastCopyFormat : own.copyFormat,
    isPrivate: true,
  });
  vi.mocked(copy).mockClear();
  const selection = readTabSelection(query);
  if (!selection) throw new Error(`${query} selects no tabs`);
  const state = new BatchState(selection);
  render(<BatchPage state={state} />);
  return {
    state,
    copy: vi.mocked(copy),
    saveFile: vi.mocked(saveFile),
    shorten: vi.spyOn(background, 'shorten').mockReset().mockImplementation(created),
    attempt: vi.spyOn(background, 'attempt').mockReset().mockResolvedValue(null),
    acknowledge: vi.spyOn(background, 'acknowledge').mockReset().mockResolvedValue(null),
  };
};

/** Renders the page with the plan for these tabs. */
export const openPlan = (tabs: readonly OpenTab[], options: PageOptions = {}) => {
  const page = openPage(options);
  void act(() => {
    page.state.step.value = { at: 'plan', plan: planBatch(tabs, page.state.selection.private) };
  });
  return page;
};

/** Renders the page after a reload that left this batch. */
export const openStored = async (batch: Batch) => {
  const page = openPage();
  createStoredBatch(sessionStorage, location.search).write(batch);
  await act(() => page.state.open());
  return page;
};
