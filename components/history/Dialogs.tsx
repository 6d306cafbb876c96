import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';
import type { Made } from '../popup/use-shortening.ts';
import type { HistoryActions } from './actions.ts';
import { AgainDialog } from './AgainDialog.tsx';
import { ClearDialog } from './ClearDialog.tsx';
import { QrDialog } from './QrDialog.tsx';
import type { Asked } from './use-rows.ts';

interface DialogsProps {
  asked: Asked;
  actions: HistoryActions;
  choice: LastingChoice;
  /** The validities to choose from. */
  offered: readonly Choice[];
  count: number;
  clear(): void;
  made(made: Made): void;
  closed(): void;
}

/** The dialog that is open, if any. */
export const Dialogs = ({ asked, actions, choice, offered, count, clear, made, closed }: DialogsProps) => {
  if (asked === null) return null;
  if (asked.what === 'clear') return <ClearDialog {...{ count, clear, closed }} />;
  const { attempt } = asked;
  if (asked.what === 'again') return <AgainDialog {...{ attempt, actions, choice, offered, made, closed }} />;
  return <QrDialog shortLink={attempt.shortLink ?? ''} closed={closed} />;
};
