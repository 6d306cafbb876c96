import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import { text, urlWarningText } from '../../lib/i18n/texts.ts';
import type { DraftOptions } from '../../lib/shortening/draft.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { readLink } from '../../lib/url/link.ts';
import { withoutSecret } from '../../lib/url/warnings.ts';
import type { Choice } from '../../lib/validity/validity.ts';
import { shortenLabel } from '../ui/action-labels.ts';
import { SecretWarning } from '../ui/SecretWarning.tsx';
import { ValidityFields, type ValidityState } from '../ui/ValidityFields.tsx';
import type { LazyParts } from './lazy-parts.tsx';
import type { FirstActions, PopupActions } from './popup-actions.ts';
import type { Address, useActiveLinks, useTracking, warningOf } from './use-address.ts';
import { useFirstFocus } from './use-first-focus.ts';
import type { Shortening } from './use-shortening.ts';

interface FormProps {
  address: Address;
  tracking: ReturnType<typeof useTracking>;
  activeLinks: ReturnType<typeof useActiveLinks>;
  warning: ReturnType<typeof warningOf>;
  validity: ValidityState;
  options: DraftOptions | null;
  setOptions(options: DraftOptions | null): void;
  connections: readonly ConnectionInfo[];
  /** The validities to choose from. */
  offered: readonly Choice[];
  isPrivate: boolean;
  shortening: Shortening;
  /** Null until they are loaded. */
  lazyParts: (LazyParts & { actions: PopupActions }) | null;
  actions: FirstActions;
}

interface LinkFieldProps extends Pick<
  FormProps,
  'address' | 'tracking' | 'activeLinks' | 'warning' | 'lazyParts'
> {
  field: RefObject<HTMLInputElement | null>;
}

/** The field of the address to shorten. It shows the completed address before it is sent. */
const LinkField = ({
  field,
  address: { link, setLink, hint },
  tracking,
  activeLinks,
  warning,
  lazyParts,
}: LinkFieldProps) => {
  const read = readLink(link);
  const addition = read.ok && read.link !== link.trim() ? text('linkWillBe', read.link) : null;
  const note = link === '' ? hint : addition;
  return (
    <div class="field">
      <div class="labels">
        <label for="link">{text('linkLabel')}</label>
        {lazyParts && tracking.names.length > 0 && <lazyParts.TrackingButton {...tracking} />}
      </div>
      <input
        id="link"
        ref={field}
        type="text"
        inputMode="url"
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        placeholder="https://"
        value={link}
        aria-describedby="link-note link-warning"
        onInput={(event) => setLink(event.currentTarget.value)}
      />
      <p id="link-note" class={link === '' ? 'note' : 'note clamp'} hidden={note === null}>
        {note}
      </p>
      {warning && warning.secret === undefined && (
        <p id="link-warning" class="note warn" data-pending={activeLinks === null}>
          {urlWarningText(warning.warning)}
        </p>
      )}
    </div>
  );
};

interface FormButtonsProps extends FormProps {
  button: RefObject<HTMLButtonElement | null>;
}

interface SubmitOptions extends FormButtonsProps {
  field: RefObject<HTMLInputElement | null>;
}

/** Checks the fields and shortens. Also returns the actions of the button beside a failure. */
const useSubmit = (options: SubmitOptions) => {
  const { address, tracking, validity, isPrivate, shortening, actions, field, button } = options;
  const refuse = (reason: Failure['reason'], wrong: HTMLElement | null | undefined): void => {
    shortening.setFailure({ reason, hadEffect: 'no' });
    wrong?.focus();
  };
  const submitLink = (typed: string): void => {
    const read = readLink(typed);
    if (!read.ok) {
      refuse(read.reason, field.current);
      return;
    }
    const choice = validity.read();
    if (!choice.ok) {
      refuse(choice.reason, field.current?.form?.querySelector('#expires-at'));
      return;
    }
    // Wrong ones say so themselves; those of a draft are not sent before their fields are loaded.
    const added = options.options ? options.lazyParts?.readOptions(options.options) : {};
    if (!added) return;
    // The button beside a failure is removed together with the failure, and the focus with it.
    button.current?.focus();
    address.setLink(read.link);
    shortening.start(read.link, choice.validity, added);
    // Nothing of a private window is stored, not even its choice of validity.
    if (validity.chosen !== 'custom' && !isPrivate) actions.rememberChoice(validity.chosen);
  };
  const submit = (): void => submitLink(tracking.prepare());
  const submitWithoutPassword = (): void => {
    const read = readLink(address.link);
    const clean = read.ok ? read.link : (read.withoutPassword ?? address.link);
    address.setLink(clean);
    submitLink(clean);
  };
  return {
    submit,
    remedies: { settings: actions.openSettings, 'without-password': submitWithoutPassword },
  };
};

/**
 * The look of the button: how much is left of a countdown, and no hint of its key if it cannot be pressed. It is not the
 * primary one if something else should come first: to check the history, or to remove what signs other people in.
 */
const lookOf = ({
  warning,
  shortening: { failure, sending, wait },
}: Pick<FormProps, 'warning' | 'shortening'>) => {
  if (wait > 0) return { class: 'wait', style: { '--left': wait / (failure?.retryAfter ?? wait) } };
  if (!sending && (failure ? failure.hadEffect === 'maybe' : warning?.secret !== undefined)) return {};
  return { class: sending || failure ? 'primary' : 'primary enter' };
};

/**
 * The button that creates the short link. Before it, one that opens the history if a link may exist already; after a failure of
 * the connection, one that opens the doctor.
 */
const FormButtons = (props: FormButtonsProps) => {
  const { button, warning, shortening, isPrivate, lazyParts, actions } = props;
  const { failure, sending, wait } = shortening;
  // Trying again is what the button of the form does.
  const isRepeated =
    failure?.retryAfter !== undefined || (failure && lazyParts?.remedy(failure) === 'try-again');
  const label = (): string => {
    if (sending || wait > 0) return shortenLabel(shortening);
    if (isRepeated) return text('tryAgain');
    return text(warning?.secret === undefined ? 'shorten' : 'shortenAnyway');
  };
  return (
    <div class="pair">
      {failure && !isPrivate && lazyParts?.mayExist(failure) && (
        <lazyParts.CheckHistory press={() => actions.openPage('/history.html')} />
      )}
      <button
        ref={button}
        type="submit"
        aria-disabled={sending || wait > 0}
        aria-describedby={warning ? 'link-warning' : undefined}
        {...lookOf(props)}
      >
        {label()}
      </button>
      {failure && lazyParts?.isOfConnection(failure) && (
        <button class="quiet" type="button" onClick={() => actions.openPage('/options.html#diagnostics')}>
          {text('diagnosticsCheck')}
        </button>
      )}
    </div>
  );
};

/** The fields Link and Validity, and the button that creates the short link. */
export const ShortenForm = (props: FormProps) => {
  const { address, validity, offered, warning, shortening, isPrivate, lazyParts } = props;
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { submit, remedies } = useSubmit({ ...props, field, button });
  const first = useRef<HTMLButtonElement>(null);
  useFirstFocus(() => (address.link === '' ? field.current : (first.current ?? button.current)));
  const removeSecret = (): void => {
    address.setLink(withoutSecret(address.link));
    button.current?.focus();
  };
  return (
    <>
      {warning?.secret !== undefined && (
        <SecretWarning secret={warning.secret} remove={removeSecret} button={first} />
      )}
      {lazyParts && (
        <lazyParts.Problem
          failure={shortening.failure}
          place={isPrivate ? 'private' : 'popup'}
          remedies={remedies}
          // The button says it, or the field.
          isUnseen={
            shortening.failure?.retryAfter !== undefined || shortening.failure?.reason === 'ending-taken'
          }
        />
      )}
      <form
        class="form"
        noValidate
        onInput={shortening.clearRefusal}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <LinkField {...props} field={field} />
        <ValidityFields validity={validity} offered={offered}>
          {lazyParts && <lazyParts.OptionFields {...props} {...shortening} actions={lazyParts.actions} />}
        </ValidityFields>
        <FormButtons {...props} button={button} />
      </form>
    </>
  );
};
