import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { text, urlWarningText } from '../../lib/i18n/texts.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import type { DraftOptions } from '../../lib/shortening/draft.ts';
import { readLink } from '../../lib/url/link.ts';
import { withoutSecret } from '../../lib/url/warnings.ts';
import { choices } from '../../lib/validity/validity.ts';
import { goToSettings, settings } from '../page.ts';
import { SecretWarning } from '../ui/SecretWarning.tsx';
import { ValidityFields } from '../ui/ValidityFields.tsx';
import { isLoaded, Later } from './Later.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import type { Form } from './use-form.ts';
import type { LinkOptions } from './use-shortening.ts';

/** The field of the address to shorten. It shows the completed address before it is sent. */
const LinkField = ({ form, field }: { form: Form; field: RefObject<HTMLInputElement | null> }) => {
  const { link, setLink, hint, usePage, tracking, activeLinks, warning, shortening } = form;
  const read = readLink(link);
  const addition = read.ok && read.link !== link.trim() ? text('linkWillBe', read.link) : null;
  const note = link === '' ? hint : addition;
  return (
    <div class="field">
      <div class="labels">
        <label for="link">{text('linkLabel')}</label>
        {tracking.names.length > 0 && (
          <Later>{({ TrackingButton }) => <TrackingButton tracking={tracking} />}</Later>
        )}
        {usePage && (
          <button
            class="quiet small"
            type="button"
            onClick={() => {
              usePage();
              shortening.clearRefusal();
              field.current?.focus();
            }}
          >
            {text('usePage')}
          </button>
        )}
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

/**
 * The classes of the button. It has no hint of its key if it cannot be pressed. It is not the primary one if something else should
 * come first: to check the history, or to remove what signs other people in.
 */
const lookOf = ({ warning, shortening: { failure, sending, wait } }: Form): string | undefined => {
  if (wait > 0) return 'wait num';
  if (sending) return 'primary';
  if (failure) return failure.hadEffect === 'maybe' ? undefined : 'primary';
  return warning?.secret === undefined ? 'primary enter' : undefined;
};

/** The label of the button that creates the short link. */
const SubmitLabel = ({ form: { page, warning, shortening } }: { form: Form }) => {
  const { failure, sending, wait } = shortening;
  const label = text(warning?.secret === undefined ? 'shorten' : 'shortenAnyway');
  if (sending) return <>{text('shortening')}</>;
  if (wait > 0)
    return (
      <>
        <span class="say">{text('failure_too_many_requests')}</span>{' '}
        <span class="soft">{text('shortenWait', String(wait))}</span>
      </>
    );
  if (failure?.retryAfter !== undefined) return text('tryAgain');
  if (!failure) return label;
  // Trying again is what the button of the form does.
  return (
    <Later meanwhile={label}>
      {({ actionsAfter }) =>
        actionsAfter(failure, page.private).includes('try-again') ? text('tryAgain') : label
      }
    </Later>
  );
};

/** The button that creates the short link. Before it, one that opens the history if a link may exist already. */
const FormButtons = ({ form, button }: { form: Form; button: RefObject<HTMLButtonElement | null> }) => {
  const { page, warning, shortening } = form;
  const { failure, sending, wait } = shortening;
  return (
    <div class="pair">
      {failure && (
        <Later>
          {({ CheckHistory, actionsAfter }) =>
            actionsAfter(failure, page.private).includes('history') && (
              <CheckHistory attempt={shortening.failed.current} />
            )
          }
        </Later>
      )}
      <button
        ref={button}
        type="submit"
        aria-disabled={sending || wait > 0}
        aria-describedby={warning ? 'link-warning' : undefined}
        class={lookOf(form)}
        // How much is left of a countdown.
        style={wait > 0 ? { '--left': wait / (failure?.retryAfter ?? wait) } : undefined}
      >
        <SubmitLabel form={form} />
      </button>
    </div>
  );
};

/**
 * What is set under Options; undefined if a field is wrong, which `checkValidity` marks by the event `invalid`. What a draft has set
 * is not sent before its fields are loaded.
 */
const readOptions = (options: DraftOptions | null): LinkOptions | undefined => {
  if (!options) return {};
  const fields = [...document.querySelectorAll<HTMLInputElement>('.options input')];
  if (!isLoaded.value || !fields.every((field) => field.checkValidity())) return undefined;
  const { limit, ending, connection } = options;
  return { limit: Number(limit) || undefined, ending: ending || undefined, connection };
};

/** The fields Link and Validity, and the button that creates the short link. */
export const ShortenForm = ({ form }: { form: Form }) => {
  const { page, link, setLink, tracking, warning, validity, options, shortening } = form;
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const removal = useRef<HTMLButtonElement>(null);
  useFirstFocus(() => {
    if (link === '') return field.current;
    // In a tab, the first button may be the one that leads to the history.
    const primary = button.current?.form?.querySelector<HTMLElement>('.primary');
    return removal.current ?? primary ?? button.current;
  });

  const refuse = (reason: Failure['reason'], wrong: HTMLElement | null | undefined): void => {
    shortening.setFailure({ reason, hadEffect: 'no' });
    wrong?.focus();
  };

  /** Checks the fields and shortens. It copies, so call it inside the click. */
  const send = (typed: string): void => {
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
    const added = readOptions(options);
    if (!added) return;
    // The button beside a failure is removed together with the failure, and the focus with it.
    button.current?.focus();
    setLink(read.link);
    shortening.start(read.link, choice.validity, added);
    // Nothing of a private window is stored, not even its choice of validity.
    if (validity.chosen !== 'custom' && !page.private)
      void changeSettings({ lastValidity: validity.chosen }).catch(logAndReturn(undefined));
  };

  const sendWithoutPassword = (): void => {
    const read = readLink(link);
    const clean = read.ok ? read.link : (read.withoutPassword ?? link);
    setLink(clean);
    send(clean);
  };

  const removeSecret = (): void => {
    setLink(withoutSecret(link));
    button.current?.focus();
  };

  const { failure } = shortening;
  const { offered } = settings.value;
  return (
    <>
      {warning?.secret !== undefined && (
        <SecretWarning secret={warning.secret} remove={removeSecret} button={removal} />
      )}
      <Later>
        {({ Problem }) => (
          <Problem
            failure={failure}
            place={page.private ? 'private' : 'form'}
            remedies={{ settings: goToSettings, 'without-password': sendWithoutPassword }}
            // The button says it, or the field.
            isUnseen={failure?.retryAfter !== undefined || failure?.reason === 'ending-taken'}
          />
        )}
      </Later>
      <form
        class="form"
        noValidate
        onInput={shortening.clearRefusal}
        onSubmit={(event) => {
          event.preventDefault();
          send(tracking.prepare());
        }}
      >
        <LinkField form={form} field={field} />
        <ValidityFields
          validity={validity}
          offered={offered}
          note={
            choices.some((each) => !offered.includes(each)) && (
              <Later>{({ SetByOrganization }) => <SetByOrganization />}</Later>
            )
          }
        >
          <Later>{({ OptionFields }) => <OptionFields form={form} />}</Later>
        </ValidityFields>
        <FormButtons form={form} button={button} />
      </form>
    </>
  );
};
