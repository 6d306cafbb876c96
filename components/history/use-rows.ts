import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { HistoryActions } from './actions.ts';
import type { RowActs } from './Row.tsx';
import type { Forgetting } from './use-forgetting.ts';
import type { Tell } from './use-notice.ts';

/** What is asked about in a dialog. */
export type Asked = { what: 'qr' | 'again'; attempt: Attempt } | { what: 'clear' } | null;

interface Parts {
  actions: Pick<HistoryActions, 'copy' | 'open'>;
  tell: Tell;
  forgetting: Forgetting;
  select: RowActs['select'];
  leaving(id: string): void;
}

/** What one can do with the rows, and the dialog that some of that opens. */
export const useRows = ({ actions, tell, forgetting, select, leaving }: Parts) => {
  const [asked, ask] = useState<Asked>(null);
  const copy = async ({ shortLink = '' }: Attempt): Promise<void> => {
    const isCopied = await actions.copy(shortLink);
    tell(isCopied ? { words: text('historyCopied', shortLink) } : { words: text('notCopied'), isBad: true });
  };
  const acts: RowActs = {
    select,
    copy: (attempt) => void copy(attempt),
    open: ({ shortLink }) => shortLink !== undefined && actions.open(shortLink),
    showQr: (attempt) => ask({ what: 'qr', attempt }),
    again: (attempt) => ask({ what: 'again', attempt }),
    forget(attempt) {
      leaving(attempt.id);
      void forgetting.forgetOne(attempt);
    },
  };
  return { acts, asked, ask };
};
