import { useState } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { expiryDateText } from '../../lib/i18n/dates.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import { minGainSeconds } from '../../lib/managing/extension.ts';
import type { Extension } from '../../lib/managing/request.ts';
import { durations, expiryOf, presetValidity, toFieldTime } from '../../lib/validity/validity.ts';
import { settings } from '../page.ts';
import { ValidityDialog } from './ValidityDialog.tsx';

interface ExtendDialogProps {
  attempts: readonly Attempt[];
  extend(extension: Extension): void;
  onClose(): void;
}

/** Asks until when links are to be extended: first until a week after the last of them expires, or a week from now. */
export const ExtendDialog = ({ attempts, extend, onClose }: ExtendDialogProps) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const now = Math.floor(Date.now() / 1000);
  const times = attempts.flatMap(({ expiresAt }) => expiresAt ?? []);
  const first = times.reduce((one, other) => Math.min(one, other), Infinity);
  const last = times.reduce((one, other) => Math.max(one, other), 0);
  // One text if all of them expire at the same time.
  const current = new Set([first, last].map((time) => expiryDateText(time)));
  const from = Math.max(now, last);
  return (
    <ValidityDialog
      title={plural('extendTitle', attempts.length)}
      label={text('extend')}
      fieldLabel={text('extendLabel')}
      choice="custom"
      firstExpiry={toFieldTime((from + durations.week) * 1000)}
      offered={settings.value.offered.filter(
        (each) => each === 'custom' || expiryOf(presetValidity(each), now) >= from + minGainSeconds,
      )}
      failure={failure}
      setFailure={setFailure}
      clearRefusal={() => setFailure(null)}
      submit={(validity) =>
        extend({ kind: 'until', expiresAt: expiryOf(validity, Math.floor(Date.now() / 1000)) })
      }
      onClose={onClose}
    >
      {times.length > 0 && (
        <p id="expires-note" class="note num">
          {text('extendCurrently', [...current].join(' – '))}
        </p>
      )}
    </ValidityDialog>
  );
};
