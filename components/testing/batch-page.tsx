import { render } from '@testing-library/preact';
import { vi } from 'vitest';
import type { OpenTab } from '../../lib/batch/plan.ts';
import type { Batch, ItemState } from '../../lib/batch/batch.ts';
import type { Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import { choices } from '../../lib/validity/validity.ts';
import type { BatchActions, BatchView } from '../batch/batch-actions.ts';
import { BatchPage } from '../batch/BatchPage.tsx';

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

const createActions = () => ({
  requestTabsPermission: vi.fn<BatchActions['requestTabsPermission']>(() => Promise.resolve(true)),
  readTabs: vi.fn<BatchActions['readTabs']>(() => Promise.resolve([])),
  shorten: vi.fn<BatchActions['shorten']>(created),
  findAttempt: vi.fn<BatchActions['findAttempt']>(() => Promise.resolve(null)),
  rememberChoice: vi.fn<BatchActions['rememberChoice']>(),
  storeBatch: vi.fn<BatchActions['storeBatch']>(),
  clearStoredBatch: vi.fn<BatchActions['clearStoredBatch']>(),
  copy: vi.fn<BatchActions['copy']>(() => Promise.resolve(true)),
  rememberFormat: vi.fn<BatchActions['rememberFormat']>(),
  onFormatChange: vi.fn<BatchActions['onFormatChange']>(),
  editTemplate: vi.fn<BatchActions['editTemplate']>(),
  saveFile: vi.fn<BatchActions['saveFile']>(),
  openSettings: vi.fn<BatchActions['openSettings']>(),
  openHistory: vi.fn<BatchActions['openHistory']>(),
  closeTab: vi.fn<BatchActions['closeTab']>(),
});

/** Renders the page with this first step. */
export const openPage = (initial: BatchView['firstStep'], view: Partial<BatchView> = {}) => {
  const actions = createActions();
  render(
    <BatchPage
      view={{
        firstStep: initial,
        choice: 'week',
        offered: choices,
        private: false,
        selected: 0,
        connections: [],
        connection: undefined,
        offeredValidity: () => 'week',
        format: 'markdown',
        template: '{title}: {short}',
        ...view,
      }}
      actions={actions}
    />,
  );
  return actions;
};
