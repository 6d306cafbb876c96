// IndexedDB in memory: the page looks there whether a link may exist.
import { act, render } from '@testing-library/preact';
import { vi } from 'vitest';
import { type OpenTab, planBatch, readTabSelection } from '../../lib/batch/plan.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { settingsUnderPolicy } from '../../lib/settings/policy.ts';
import { type Settings, unreadSettings } from '../../lib/settings/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { CreationRequest } from '../../lib/shortening/new-attempt.ts';
import { createdFor } from '../../lib/shortening/test-helpers/attempts.ts';
import { BatchState } from '../batch/batch-state.ts';
import { BatchPage } from '../batch/BatchPage.tsx';
import { settings } from '../page.ts';
import { copyLinks } from '../ui/copying.ts';
import { runJobs } from './jobs.ts';

/** An open tab of a window that is not private. */
export const tab = (title: string, change: Partial<OpenTab> = {}): OpenTab => ({
  link: `https://a.example/${title}`,
  title,
  removed: [],
  private: false,
  ...change,
});

const shortLinkOf = ({ link }: CreationRequest): string =>
  `https://s.example/${link.split('/').at(-1) ?? ''}`;

/** The service creates a short link, which ends like the link. */
export const created = (request: CreationRequest): Promise<Attempt> =>
  Promise.resolve(createdFor(request, { shortLink: shortLinkOf(request) }));

interface PageOptions extends Partial<Settings> {
  /** The query of the address of the page. */
  query?: string;
}

/** Renders the page of a selection, before its first step. The service creates links until the test says otherwise. */
export const openPage = ({ query = '?window=1', ...changes }: PageOptions = {}) => {
  const own: Settings = { ...unreadSettings, defaultValidity: 'week', copyFormat: 'markdown', ...changes };
  settings.value = settingsUnderPolicy(own, {});
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
  const shorten = vi.fn(created);
  return {
    state,
    runner: runJobs(shorten),
    shorten,
    copy: vi.mocked(copy),
    saveFile: vi.mocked(saveFile),
  };
};

/** Renders the page with the plan for these tabs. */
export const openPlan = (tabs: readonly OpenTab[], options: PageOptions = {}) => {
  const page = openPage(options);
  void act(() => {
    page.state.show(planBatch(tabs, page.state.selection.private));
  });
  return page;
};

/** Begins a job of the page for tabs with these titles. */
export const start = ({ state }: Pick<ReturnType<typeof openPage>, 'state'>, ...titles: string[]) =>
  act(async () => {
    const items = titles.map((title) => ({ link: `https://a.example/${title}`, title }));
    await state.start({ kind: 'duration', seconds: 604_800 }, items);
  });
