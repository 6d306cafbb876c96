import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './popup-actions.ts';
import { NotConnected } from './NotConnected.tsx';
import { lazy } from '../ui/lazy.tsx';
import { ShortenForm } from './ShortenForm.tsx';
import { useEarlier } from './use-earlier.ts';
import { useFields } from './use-fields.ts';
import { type CreatedLink, useShortening } from './use-shortening.ts';
import { useTracking } from './use-tracking.ts';
import { useWarning } from './use-warning.ts';

// What stands below the form or takes its place is loaded after it, so that the form appears sooner and nothing moves.
const Extras = lazy(async () => (await import('./Extras.tsx')).Extras);
const Result = lazy(async () => (await import('./Result.tsx')).Result);

export interface PopupProps {
  page: CurrentPage;
  connected: boolean;
  choice: LastingChoice;
  /** The validities to choose from. */
  offered: readonly Choice[];
  copyAtOnce: boolean;
  removeTracking: boolean;
  /** The policy of an organisation switches music off. */
  musicOff: boolean;
  actions: PopupActions;
}

/** An earlier link for the address in the field: it is shown as if the popup had stayed open. */
const createdEarlier = (earlier: Attempt | null, link: string): CreatedLink | null =>
  earlier?.shortLink !== undefined && earlier.link === link
    ? { shortLink: earlier.shortLink, end: earlier.end, copied: null }
    : null;

/** The state of the form and of its result. */
const usePopup = ({ page, connected, choice, copyAtOnce, removeTracking, actions }: PopupProps) => {
  const fields = useFields({ page, choice });
  const shortening = useShortening({ page, copyAtOnce, actions });
  const tracking = useTracking({ fields, removeAtOnce: removeTracking, actions });
  const { link } = fields;
  const warning = useWarning({ page, link, isCreated: shortening.created !== null, actions });
  const { earlier, notice, dismiss } = useEarlier({ page, connected, actions });
  // An earlier result is shown only while the person has not begun to use the form.
  const isUntouched = link === page.link || tracking.isCleanedFrom(page.link);
  const isIdle = !shortening.sending && !shortening.failure;
  const result = shortening.created ?? (isIdle && isUntouched ? createdEarlier(earlier, link) : null);
  const startOver = (): void => {
    dismiss();
    shortening.reset();
  };
  return { fields, shortening, tracking, warning, earlier, notice, dismiss, startOver, result };
};

const Title = ({ of: { title } }: { of: CurrentPage }) => (
  <h1 class="title clamp" dir="auto">
    {title || text('popupUntitled')}
  </h1>
);

/** The whole popup: the form, or its result, or the way to connect a service. */
export const Popup = (props: PopupProps) => {
  const { page, connected, offered, actions } = props;
  const { fields, shortening, earlier, notice, dismiss, startOver, result, ...notes } = usePopup(props);
  const main = useRef<HTMLElement>(null);
  if (!connected) return <NotConnected openSettings={actions.openSettings} />;
  const dismissNotice = (): void => {
    dismiss();
    main.current?.querySelector<HTMLElement>('#link')?.focus();
  };
  return (
    <main ref={main} class="popup">
      <Title of={page} />
      {result ? (
        <Result
          key={result.shortLink}
          {...result}
          copy={actions.copy}
          open={actions.open}
          startOver={startOver}
          createAnother={shortening.createAnother}
          sending={shortening.sending}
        />
      ) : (
        <>
          {earlier && notice && (
            <notice.EarlierNotice attempt={earlier} copy={actions.copy} dismiss={dismissNotice} />
          )}
          <ShortenForm {...{ fields, notes, offered, shortening, actions }} isPrivate={page.private} />
        </>
      )}
      <Extras
        page={page}
        newest={shortening.created?.shortLink}
        musicOff={props.musicOff}
        actions={actions}
      />
    </main>
  );
};
