import { useState } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { dateText } from '../../lib/i18n/dates.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { Extension } from '../../lib/managing/request.ts';
import { durations, readCustomExpiry, toFieldTime } from '../../lib/validity/validity.ts';
import { FormDialog } from './FormDialog.tsx';

interface ExtendDialogProps {
  attempts: readonly Attempt[];
  extend(extension: Extension): void;
  onClose(): void;
}

/** A week after the last of them expires, or a week from now; milliseconds. */
const firstTime = (attempts: readonly Attempt[]): number => {
  const times = attempts.map(({ expiresAt = 0 }) => expiresAt * 1000);
  return times.reduce((latest, time) => Math.max(latest, time), Date.now()) + durations.week * 1000;
};

/** Asks until when links are to be extended. */
export const ExtendDialog = ({ attempts, extend, onClose }: ExtendDialogProps) => {
  const [value, setValue] = useState(() => toFieldTime(firstTime(attempts)));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [single, ...others] = attempts;
  const submit = (form: HTMLFormElement): void => {
    const read = readCustomExpiry(value, Date.now());
    if (read.ok && read.validity.kind === 'until') {
      extend(read.validity);
      return;
    }
    if (!read.ok) setFailure({ reason: read.reason, hadEffect: 'no' });
    form.querySelector<HTMLElement>('input')?.focus();
  };
  return (
    <FormDialog
      title={plural('extendTitle', attempts.length)}
      label={text('extend')}
      failure={failure}
      clearRefusal={() => setFailure(null)}
      submit={submit}
      onClose={onClose}
    >
      <div class="field">
        <label for="expires-at">{text('extendLabel')}</label>
        <input
          id="expires-at"
          type="datetime-local"
          value={value}
          min={toFieldTime(Date.now())}
          aria-describedby="currently"
          data-autofocus
          onInput={(event) => setValue(event.currentTarget.value)}
        />
        <p id="currently" class="note num">
          {others.length === 0 &&
            single?.expiresAt !== undefined &&
            text(
              'extendCurrently',
              dateText(single.expiresAt * 1000, { dateStyle: 'medium', timeStyle: 'short' }),
            )}
        </p>
      </div>
    </FormDialog>
  );
};
