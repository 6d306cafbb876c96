import { linkTestTarget } from '../../lib/diagnostics/link-test.ts';
import { text } from '../../lib/i18n/texts.ts';
import { linkTestText } from './texts.ts';
import { type LinkTestActions, useLinkTest } from './use-link-test.ts';

/** Asks whether the tab showed the page. The buttons are removed then, so the focus moves to the element around them. */
export const Answers = ({ answer }: { answer(hasArrived: boolean): void }) => {
  const press = (event: Event, hasArrived: boolean): void => {
    const button = event.currentTarget as HTMLElement;
    button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    answer(hasArrived);
  };
  return (
    <div class="buttons">
      <button type="button" onClick={(event) => press(event, true)}>
        {text('diagnosticsAskYes')}
      </button>
      <button type="button" onClick={(event) => press(event, false)}>
        {text('diagnosticsAskNo')}
      </button>
    </div>
  );
};

interface AccessNoteProps {
  origin: string | null;
  /** The style of the text before it. */
  style: 'note' | 'soft';
}

/** Announces the access that the browser will ask for. */
export const AccessNote = ({ origin, style }: AccessNoteProps) =>
  origin === null ? null : <p class={style}>{text('diagnosticsAskAccess', new URL(origin).host)}</p>;

interface TestLinkProps {
  /** The origin to request access to; null if none has to be requested. */
  origin: string | null;
  actions: LinkTestActions;
}

/** The test of a real link at the end of the first run. */
export const TestLink = ({ origin, actions }: TestLinkProps) => {
  const { link, start, answer } = useLinkTest(actions);
  const isBusy = link.state === 'creating' || link.state === 'opening';
  const isBad = link.state === 'failed' || link.state === 'nowhere';
  const message = linkTestText(link, linkTestTarget);
  return (
    <section class="card rows test-link" aria-labelledby="test-link-title" tabIndex={-1}>
      <div class="setting">
        <div class="grow">
          <h2 id="test-link-title">{text('firstRunTestLink')}</h2>
          <p class="note">{text('diagnosticsNotTried', linkTestTarget)}</p>
          {!isBusy && <AccessNote origin={origin} style="note" />}
          <p role="status" class={link.state === 'arrived' ? 'note good' : 'note'}>
            {!isBad && message}
          </p>
          {link.state === 'asking' && <Answers answer={answer} />}
        </div>
        <button type="button" class="primary" aria-disabled={isBusy} onClick={() => void start(origin)}>
          {text('diagnosticsTryAdd')}
        </button>
        <p role="alert" class="problem">
          {isBad && message}
        </p>
      </div>
    </section>
  );
};
