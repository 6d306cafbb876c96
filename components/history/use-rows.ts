import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { HistoryActions } from './history-actions.ts';
import type { RowActions } from './Row.tsx';
import type { Removal } from './use-removal.ts';
import type { ShowNotice } from './NoticeBar.tsx';

/** The dialog that is open, and its entry. */
export type OpenDialog = { kind: 'qr' | 'recreate'; attempt: Attempt } | { kind: 'clear' } | null;

interface RowsOptions {
  actions: Pick<HistoryActions, 'copy' | 'open'>;
  showNotice: ShowNotice;
  removal: Removal;
  select: RowActions['select'];
  beforeRemoval(id: string): void;
}

/** The actions on a row, and the dialog that some of them open. */
export const useRows = ({ actions, showNotice, removal, select, beforeRemoval }: RowsOptions) => {
  const [open, openDialog] = useState<OpenDialog>(null);
  const copy = async ({ shortLink = '' }: Attempt): Promise<void> => {
    const isCopied = await actions.copy(shortLink);
    showNotice(
      isCopied ? { text: text('historyCopied', shortLink) } : { text: text('notCopied'), isProblem: true },
    );
  };
  const rowActions: RowActions = {
    select,
    copy: (attempt) => void copy(attempt),
    open: ({ shortLink }) => shortLink !== undefined && actions.open(shortLink),
    showQr: (attempt) => openDialog({ kind: 'qr', attempt }),
    recreate: (attempt) => openDialog({ kind: 'recreate', attempt }),
    remove(attempt) {
      beforeRemoval(attempt.id);
      void removal.removeOne(attempt);
    },
  };
  return { rowActions, open, openDialog };
};
