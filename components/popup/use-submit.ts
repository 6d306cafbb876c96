import type { RefObject } from 'preact';
import type { Failure } from '../../lib/failures/schema.ts';
import { readLink } from '../../lib/url/link.ts';
import { readChoice } from '../../lib/validity/validity.ts';
import type { PopupActions } from './popup-actions.ts';
import type { Fields } from './use-fields.ts';
import type { Shortening } from './use-shortening.ts';

interface SubmitOptions {
  fields: Fields;
  /** Returns the address to send. */
  prepare(): string;
  isPrivate: boolean;
  field: RefObject<HTMLInputElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  shortening: Shortening;
  actions: Pick<PopupActions, 'openSettings' | 'rememberChoice'>;
}

/** Checks the fields and shortens. Also returns the actions of the button beside a failure. */
export const useSubmit = ({ fields, field, button, shortening, ...options }: SubmitOptions) => {
  const { prepare, isPrivate, actions } = options;
  const refuse = (reason: Failure['reason'], wrong: HTMLElement | null | undefined): void => {
    shortening.refuse({ reason, linkCreated: 'no' });
    wrong?.focus();
  };
  const submitLink = (typed: string): void => {
    const read = readLink(typed);
    if (!read.ok) {
      refuse(read.reason, field.current);
      return;
    }
    const choice = readChoice(fields.chosen, { text: fields.customExpiry, nowMs: Date.now() });
    if (!choice.ok) {
      refuse(choice.reason, field.current?.form?.querySelector('#expires-at'));
      return;
    }
    // The button beside a failure is removed together with the failure, and the focus with it.
    button.current?.focus();
    fields.setLink(read.link);
    shortening.start(read.link, choice.validity);
    // Nothing of a private window is stored, not even its choice of validity.
    if (fields.chosen !== 'custom' && !isPrivate) actions.rememberChoice(fields.chosen);
  };
  const submit = (): void => submitLink(prepare());
  const submitWithoutPassword = (): void => {
    const read = readLink(fields.link);
    const clean = read.ok ? read.link : (read.withoutPassword ?? fields.link);
    fields.setLink(clean);
    submitLink(clean);
  };
  return {
    submit,
    remedies: {
      'try-again': submit,
      settings: actions.openSettings,
      'without-password': submitWithoutPassword,
    },
  };
};
