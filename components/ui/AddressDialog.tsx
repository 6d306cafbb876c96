import { useState } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { secretIn, withoutSecret } from '../../lib/url/warnings.ts';
import { SecretWarning } from './SecretWarning.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useAction } from './use-action.ts';

interface AddressDialogProps {
  attempt: Attempt;
  /** Resolves with why it failed, or null. */
  change(requested: RequestedChange): Promise<Failure | null>;
  onClose(): void;
}

/** Asks where a short link is to lead. What was typed stays if that is refused. */
export const AddressDialog = ({ attempt, change, onClose }: AddressDialogProps) => {
  const [link, setLink] = useState(attempt.link);
  const secret = secretIn(link);
  const removeSecret = (): void => {
    setLink(withoutSecret(link));
    // The button is removed with the warning.
    document.querySelector<HTMLElement>('#new-address')?.focus();
  };
  const { run, isRunning, failure, setFailure } = useAction(async (form: HTMLFormElement) => {
    const failed = await change({ kind: 'address', link });
    if (failed) form.querySelector<HTMLElement>('#new-address')?.focus();
    else onClose();
    return failed;
  });
  return (
    <FormDialog
      title={text('addressTitle')}
      label={text(secret === undefined ? 'addressChange' : 'addressChangeAnyway')}
      place="change"
      isWaiting={isRunning}
      isSecondary={secret !== undefined}
      failure={failure}
      clearRefusal={() => setFailure(null)}
      submit={(form) => void run(form)}
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
