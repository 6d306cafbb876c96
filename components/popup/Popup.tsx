import { useRef } from 'preact/hooks';
import { text } from '../../lib/browser/texts.ts';
import type { Attempt } from '../../lib/links/attempt.ts';
import type { LastingChoice } from '../../lib/validity/validity.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './actions.ts';
import { Earlier } from './Earlier.tsx';
import { NotConnected } from './NotConnected.tsx';
import { PopupMusic } from './PopupMusic.tsx';
import { Result } from './Result.tsx';
import { ShortenForm } from './ShortenForm.tsx';
import { useEarlier } from './use-earlier.ts';
import { useFields } from './use-fields.ts';
import { type Made, useShortening } from './use-shortening.ts';

export interface PopupProps {
  page: CurrentPage;
  connected: boolean;
  choice: LastingChoice;
  copyAtOnce: boolean;
  actions: PopupActions;
}

/** An earlier link of this very page is shown as if the popup had stayed open. */
const resumedOf = (earlier: Attempt | null, page: CurrentPage): Made | null =>
  earlier?.shortLink !== undefined && earlier.link === page.link
    ? { shortLink: earlier.shortLink, end: earlier.end, copied: null }
    : null;

/** The whole popup: the form, or its result, or where to begin. */
export const Popup = ({ page, connected, choice, copyAtOnce, actions }: PopupProps) => {
  const fields = useFields({ page, choice });
  const shortening = useShortening({ page, copyAtOnce, actions });
  const { earlier, dismiss } = useEarlier({ page, connected, actions });
  const main = useRef<HTMLElement>(null);
  if (!connected) return <NotConnected openSettings={actions.openSettings} />;
  // What a person is doing with the form goes before what an earlier popup did.
  const isUntouched = !shortening.sending && !shortening.failure && fields.link === page.link;
  const result = shortening.made ?? (isUntouched ? resumedOf(earlier, page) : null);
  const dismissEarlier = (): void => {
    dismiss();
    main.current?.querySelector<HTMLElement>('#link')?.focus();
  };
  const startAgain = (): void => {
    dismiss();
    shortening.reset();
  };
  return (
    <main ref={main} class="popup">
      <h1 class="title clamp">{page.title || text('actionTitle')}</h1>
      {result ? (
        <Result
          key={result.shortLink}
          {...result}
          copy={actions.copy}
          open={actions.open}
          startAgain={startAgain}
        />
      ) : (
        <>
          {earlier && <Earlier attempt={earlier} copy={actions.copy} dismiss={dismissEarlier} />}
          <ShortenForm fields={fields} isPrivate={page.private} shortening={shortening} actions={actions} />
        </>
      )}
      <PopupMusic page={page} actions={actions} />
    </main>
  );
};
