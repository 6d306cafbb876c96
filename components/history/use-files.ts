import { useState } from 'preact/hooks';
import { formatNumber, text, type TextKey } from '../../lib/i18n/texts.ts';
import { toCsv, toJson } from '../../lib/history/export.ts';
import type { Taken } from '../../lib/history/history.ts';
import { largestFile, readHistoryFile, type Unreadable } from '../../lib/history/import.ts';
import type { HistoryActions } from './actions.ts';
import type { Notice, Tell } from './use-notice.ts';

const formats = {
  csv: { write: toCsv, type: 'text/csv;charset=utf-8' },
  json: { write: toJson, type: 'application/json' },
} as const;

export type Format = keyof typeof formats;

const refusals: Record<Unreadable, TextKey> = {
  'too-large': 'historyImportTooLarge',
  'not-json': 'historyImportNotJson',
  foreign: 'historyImportForeign',
  newer: 'historyImportNewer',
};

const bad = (key: TextKey): Notice => ({ words: text(key), isBad: true });

const summary = ({ taken, there, leftOut, isFull }: Taken): Notice => ({
  words: [
    text('historyImportTaken', formatNumber(taken)),
    there > 0 && text('historyImportThere', formatNumber(there)),
    leftOut > 0 && text('historyImportLeftOut', formatNumber(leftOut)),
    isFull && text('historyImportFull'),
  ]
    .filter((words) => words !== false)
    .join(' '),
  isBad: leftOut > 0 || isFull,
});

interface Parts {
  actions: Pick<HistoryActions, 'all' | 'take' | 'save'>;
  changed(news: null): Promise<void>;
  tell: Tell;
}

/** Saving the history as a file, and taking one in. */
export const useFiles = ({ actions, changed, tell }: Parts) => {
  const [isBusy, setBusy] = useState(false);
  const save = async (format: Format): Promise<void> => {
    const { write, type } = formats[format];
    try {
      const all = await actions.all();
      all.sort((one, other) => other.createdAt - one.createdAt);
      const name = `waylark-history-${new Date().toISOString().slice(0, 10)}.${format}`;
      actions.save(name, new Blob([write(all)], { type }));
      tell({ words: text('historyExported', name) });
    } catch {
      tell(bad('historyUnreadable'));
    }
  };
  const read = async (file: File): Promise<Notice> => {
    if (file.size > largestFile) return bad(refusals['too-large']);
    const content = await file.text().catch(() => null);
    if (content === null) return bad('historyImportUnreadable');
    const found = readHistoryFile(content);
    if (!found.ok) return bad(refusals[found.reason]);
    const taken = await actions.take(found.links);
    await changed(null);
    return summary(taken);
  };
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    tell({ words: text('historyImporting') });
    tell(await read(file).catch(() => bad('historyUnwritten')));
    setBusy(false);
  };
  return { isBusy, save, take };
};

export type Files = ReturnType<typeof useFiles>;
