import type { Failure } from '../../lib/failures/schema.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import type { Choice } from '../../lib/validity/validity.ts';
import { settings } from '../page.ts';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';
import { useValidity, ValidityFields } from './ValidityFields.tsx';

interface ValidityDialogProps extends Omit<FormDialogProps, 'submit'> {
  /** The validity that is chosen at first. */
  choice: Choice;
  /** What is in the date field at first, if not a week from now. */
  firstExpiry?: string;
  /** The validities to choose from: those of the settings if they are not given. */
  offered?: readonly Choice[];
  /** The label of the validity, if it is not that of a new link. */
  fieldLabel?: string;
  setFailure(failure: Failure): void;
  /** Called in the click, with a validity that is not over. */
  submit(validity: Validity): void;
}

/** Asks for the validity of links before they are created or extended. */
export const ValidityDialog = ({ choice, firstExpiry, children, ...props }: ValidityDialogProps) => {
  const validity = useValidity(choice, firstExpiry);
  const submit = (form: HTMLFormElement): void => {
    const read = validity.read();
    if (read.ok) {
      props.submit(read.validity);
      return;
    }
    props.setFailure({ reason: read.reason, hadEffect: 'no' });
    form.querySelector<HTMLElement>('#expires-at')?.focus();
  };
  return (
    <FormDialog {...props} submit={submit}>
      {children}
      <ValidityFields
        validity={validity}
        offered={props.offered ?? settings.value.offered}
        label={props.fieldLabel}
      />
    </FormDialog>
  );
};
