import { useState } from 'preact/hooks';
import { plural, text } from '../../lib/i18n/texts.ts';
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
  beforeRemoval(id: string | null): void;
}

/** The actions on a row, and the dialog that some of them open. */
export const useRows = ({ actions, showNotice, removal, select, beforeRemoval }: RowsOptions) => {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const copy = async (words: string, done: string): Promise<void> => {
    const isCopied = await actions.copy(words);
    showNotice(isCopied ? { text: done } : { text: text('notCopied'), isProblem: true });
  };
  const copyMany = async (shortLinks: readonly string[]): Promise<void> => {
    // Nothing replaces what is in the clipboard.
    if (shortLinks.length === 0) showNotice({ text: text('historyNothingToCopy'), isProblem: true });
    else await copy(shortLinks.join('\n'), plural('historyCopiedMany', shortLinks.length));
  };
  const rowActions: RowActions = {
    select,
    copy: ({ shortLink = '' }) => void copy(shortLink, text('historyCopied', shortLink)),
    copyAddress: ({ link }) => void copy(link, text('historyCopied', link)),
    open: ({ shortLink }) => shortLink !== undefined && actions.open(shortLink),
    showQr: (attempt) => setDialog({ kind: 'qr', attempt }),
    recreate: (attempt) => setDialog({ kind: 'recreate', attempt }),
    remove(attempt) {
      beforeRemoval(attempt.id);
      void removal.removeOne(attempt).then((isRemoved) => {
        if (!isRemoved) beforeRemoval(null);
      });
    },
  };
  return { rowActions, copyMany, dialog, setDialog };
};
