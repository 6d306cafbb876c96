import type { ComponentChildren } from 'preact';
import type { Failure } from '../../lib/failures/schema.ts';
import { text } from '../../lib/i18n/texts.ts';
import { goToSettings } from '../page.ts';
import { Dialog } from './Dialog.tsx';
import { Problem } from './Problem.tsx';

export interface FormDialogProps {
  title: string;
  /** What the button says. */
  label: string;
  isWaiting?: boolean;
  /** Another button comes first. */
  isSecondary?: boolean;
  /** What the sentence of a failure is about: a link that was to be created, or changed. */
  place?: 'popup' | 'change';
  failure: Failure | null;
  clearRefusal(): void;
  /** Called in the click. */
  submit(form: HTMLFormElement): void;
  onClose(): void;
  children: ComponentChildren;
}

/** A dialog with fields, the failure of what it does, and the buttons Cancel and `label`. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, label, isWaiting, isSecondary, place = 'popup', failure, onClose } = props;
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    props.submit(event.currentTarget);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="form" noValidate onInput={props.clearRefusal} onSubmit={submit}>
        {props.children}
        <Problem failure={failure} place={place} remedies={{ settings: goToSettings }} />
        <div class="buttons">
          {/* Enter in a field presses the first button that submits the form, which this one is not. */}
          <button type="button" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
            {text('historyCancel')}
          </button>
          <button
            id="go"
            class={isSecondary ? undefined : 'primary'}
            data-autofocus
            aria-disabled={isWaiting}
          >
            {label}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
