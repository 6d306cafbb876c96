import { useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import type { DataActions } from './use-backup.ts';

interface ResetDialogProps {
  reset(): void;
  onClose(): void;
}

/** Names what is removed and what stays, and asks for confirmation. */
const ResetDialog = ({ reset, onClose }: ResetDialogProps) => (
  <Dialog title={text('dataResetTitle')} onClose={onClose}>
    <p>{text('dataResetRemoves')}</p>
    <p class="soft">{text('dataResetKeeps')}</p>
    <form method="dialog" class="buttons">
      <button class="danger" onClick={reset}>
        {text('dataResetYes')}
      </button>
      <button data-autofocus>{text('historyCancel')}</button>
    </form>
  </Dialog>
);

/** Resets everything but the history. */
export const Reset = ({ reset }: Pick<DataActions, 'reset'>) => {
  const [isAsking, setAsking] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const busy = useRef(false);
  const start = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setFailed(false);
    setFailed(!(await reset()));
    busy.current = false;
  };
  return (
    <div class="setting" role="group" aria-labelledby="data-reset">
      <div class="grow">
        <h3 id="data-reset">{text('dataResetHeading')}</h3>
        <p class="note">{text('dataResetNote')}</p>
      </div>
      <button type="button" class="small danger" onClick={() => setAsking(true)}>
        {text('dataReset')}
      </button>
      <p role="alert" class="problem">
        {isFailed && text('dataResetFailed')}
      </p>
      {isAsking && <ResetDialog reset={() => void start()} onClose={() => setAsking(false)} />}
    </div>
  );
};
