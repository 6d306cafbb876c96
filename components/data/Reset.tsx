import { useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Dialog } from '../Dialog.tsx';
import type { DataActions } from './actions.ts';

interface ResetDialogProps {
  reset(): void;
  closed(): void;
}

/** Says what goes and what stays, and asks. */
const ResetDialog = ({ reset, closed }: ResetDialogProps) => (
  <Dialog title={text('dataResetTitle')} closed={closed}>
    <p>{text('dataResetRemoves')}</p>
    <p>{text('dataResetKeeps')}</p>
    <form method="dialog" class="buttons">
      <button class="danger" onClick={reset}>
        {text('dataResetYes')}
      </button>
      <button data-first>{text('historyCancel')}</button>
    </form>
  </Dialog>
);

/** Makes Waylark as it was after installation, but for the history. */
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
    <div class="block" role="group" aria-labelledby="data-reset">
      <h3 id="data-reset">{text('dataResetHeading')}</h3>
      <p class="note">{text('dataResetNote')}</p>
      <div class="buttons">
        <button type="button" class="danger" onClick={() => setAsking(true)}>
          {text('dataReset')}
        </button>
      </div>
      <p role="alert" class="problem">
        {isFailed && text('dataResetFailed')}
      </p>
      {isAsking && <ResetDialog reset={() => void start()} closed={() => setAsking(false)} />}
    </div>
  );
};
