import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './actions.ts';
import { Later } from './Later.tsx';
import { NotConnected } from './NotConnected.tsx';
import { PopupMusic } from './PopupMusic.tsx';
import { Result } from './Result.tsx';
import { ShortenForm } from './ShortenForm.tsx';
import { useEarlier } from './use-earlier.ts';
import { useFields } from './use-fields.ts';
import { type Made, useShortening } from './use-shortening.ts';
import { useTracking } from './use-tracking.ts';
import { useWarning } from './use-warning.ts';

export interface PopupProps {
  page: CurrentPage;
  connected: boolean;
  choice: LastingChoice;
  /** The validities to choose from. */
  offered: readonly Choice[];
  copyAtOnce: boolean;
  removeTracking: boolean;
  /** An organisation wants no music. */
  musicOff: boolean;
  actions: PopupActions;
}

/** An earlier link of this very page, as it stands in the field, is shown as if the popup had stayed open. */
const resumedOf = (earlier: Attempt | null, link: string): Made | null =>
  earlier?.shortLink !== undefined && earlier.link === link
    ? { shortLink: earlier.shortLink, end: earlier.end, copied: null }
    : null;

/** The form with all that belongs to it, and what became of it. */
const usePopup = ({ page, connected, choice, copyAtOnce, removeTracking, actions }: PopupProps) => {
  const fields = useFields({ page, choice });
  const shortening = useShortening({ page, copyAtOnce, actions });
  const tracking = useTracking({ fields, removeAtOnce: removeTracking, actions });
  const { link } = fields;
  const warning = useWarning({ page, link, isMade: shortening.made !== null, actions });
  const { earlier, notice, dismiss } = useEarlier({ page, connected, actions });
  // What a person is doing with the form goes before what an earlier popup did.
  const isUntouched = link === page.link || tracking.isRestOf(page.link);
  const isIdle = !shortening.sending && !shortening.failure;
  const result = shortening.made ?? (isIdle && isUntouched ? resumedOf(earlier, link) : null);
  return { fields, shortening, tracking, warning, earlier, notice, dismiss, result };
};

/** The whole popup: the form, or its result, or where to begin. */
export const Popup = (props: PopupProps) => {
  const { page, connected, offered, actions } = props;
  const { fields, shortening, earlier, notice, dismiss, result, ...care } = usePopup(props);
  const main = useRef<HTMLElement>(null);
  if (!connected) return <NotConnected openSettings={actions.openSettings} />;
  const leave = (): void => {
    dismiss();
    main.current?.querySelector<HTMLElement>('#link')?.focus();
  };
  const startAgain = (): void => {
    dismiss();
    shortening.reset();
  };
  return (
    <main ref={main} class="popup">
      <h1 class="title clamp" dir="auto">
        {page.title || text('popupUntitled')}
      </h1>
      {result ? (
        <Result
          key={result.shortLink}
          {...result}
          copy={actions.copy}
          open={actions.open}
          startAgain={startAgain}
          makeAnother={shortening.another}
          sending={shortening.sending}
        />
      ) : (
        <>
          {earlier && notice && <notice.Earlier attempt={earlier} copy={actions.copy} dismiss={leave} />}
          <ShortenForm {...{ fields, care, offered, shortening, actions }} isPrivate={page.private} />
        </>
      )}
      <PopupMusic page={page} isOff={props.musicOff} actions={actions} />
      <Later page={page} newest={shortening.made?.shortLink} actions={actions} />
    </main>
  );
};
