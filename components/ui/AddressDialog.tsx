import { useState } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { ChangeOutcome, RequestedChange } from '../../lib/managing/request.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { secretIn, withoutSecret } from '../../lib/url/warnings.ts';
import { SecretWarning } from './SecretWarning.tsx';
import { FormDialog } from './FormDialog.tsx';

interface AddressDialogProps {
  attempt: Attempt;
  change(attempt: Attempt, requested: RequestedChange): Promise<ChangeOutcome>;
  onClose(): void;
}

/** Asks where a short link is to lead. What was typed stays if that is refused. */
export const AddressDialog = ({ attempt, change, onClose }: AddressDialogProps) => {
  const [link, setLink] = useState(attempt.link);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const secret = secretIn(link);
  const removeSecret = (): void => {
    setLink(withoutSecret(link));
    // The button is removed with the warning.
    document.querySelector<HTMLElement>('#new-address')?.focus();
  };
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isWaiting) return;
    setFailure(null);
    setWaiting(true);
    const outcome = await change(attempt, { kind: 'address', link });
    setWaiting(false);
    if (outcome.ok) {
      onClose();
      return;
    }
    setFailure(outcome.failure);
    form.querySelector<HTMLElement>('#new-address')?.focus();
  };
  return (
    <FormDialog
      title={text('addressTitle')}
      label={text(secret === undefined ? 'addressChange' : 'addressChangeAnyway')}
      place="change"
      isWaiting={isWaiting}
      isSecondary={secret !== undefined}
      failure={failure}
      clearRefusal={() => setFailure(null)}
      submit={(form) => void submit(form)}
      onClose={onClose}
    >
      {secret !== undefined && <SecretWarning secret={secret} remove={removeSecret} />}
      <div class="field">
        <label for="new-address">{text('addressLabel', withoutScheme(attempt.shortLink ?? ''))}</label>
        <input
          id="new-address"
          type="text"
          inputMode="url"
          dir="ltr"
          spellcheck={false}
          autocomplete="off"
          value={link}
          aria-describedby="address-note link-warning"
          data-autofocus
          onInput={(event) => setLink(event.currentTarget.value)}
        />
        <p id="address-note" class="note">
          {text('addressNote')}
        </p>
      </div>
    </FormDialog>
  );
};
