import { useState } from 'preact/hooks';
import { copy } from '../../lib/browser/clipboard.ts';
import { originToRequest } from '../../lib/connection/address.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { noFacts } from '../../lib/diagnostics/facts.ts';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';
import { addRow } from '../../lib/diagnostics/rows.ts';
import { logError } from '../../lib/errors/error-log.ts';
import { text } from '../../lib/i18n/texts.ts';
import { findingText } from '../diagnostics/texts.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { useAction } from '../ui/use-action.ts';
import { runLinkTest } from './run-link-test.ts';

/** The test of a real link on request, one at a time. */
export const useLinkTest = () => {
  const [link, setLink] = useState<LinkTest>({ state: 'none' });
  /** The id of the connection that creates it. */
  const [tested, setTested] = useState<string>();

  /** Call it inside the click. Resolves when the test has ended, or when the person has to answer. */
  const { run: start } = useAction(async (connection: ConnectionView) => {
    setTested(connection.id);
    await runLinkTest(connection, setLink).catch(logError);
    return null;
  });

  /** Whether the person saw the page in the tab. */
  const answer = (hasArrived: boolean): void =>
    setLink((now) => (now.state === 'asking' ? { ...now, state: hasArrived ? 'arrived' : 'nowhere' } : now));

  return { link, tested, start, answer, clear: () => setLink({ state: 'none' }) };
};

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

/** Announces the access that the browser will ask for. */
export const AccessNote = ({ connection }: { connection: ConnectionView }) => {
  const origin = originToRequest(connection);
  return origin && <p class="note">{text('diagnosticsAskAccess', new URL(origin).host)}</p>;
};

/** The short link that the test has created, with a button that copies it. */
export const CreatedLink = ({ shortLink }: { shortLink: string }) => {
  const { copied, copyNow } = useCopy(() => copy(shortLink));
  return (
    <div class="created-link">
      <bdi class="grow cut" dir="ltr">
        {shortLink}
      </bdi>
      <CopyButton copied={copied} copy={copyNow} kind="small" />
      {copied === false && <p class="note warn">{text('notCopied')}</p>}
    </div>
  );
};

/** The test of a real link at the end of the first run. */
export const TestLink = ({ connection }: { connection: ConnectionView }) => {
  const { link, start, answer } = useLinkTest();
  // The row of the diagnostics, which says nothing before the test begins.
  const row = { check: 'add' as const, connection, ...addRow({ ...noFacts, link }) };
  const isBusy = link.state === 'creating' || link.state === 'opening';
  const isBad = row.state === 'bad';
  const message = findingText(row);
  return (
    <section class="card test-link" aria-labelledby="test-link-title" tabIndex={-1}>
      <div class="setting">
        <div class="grow">
          <h2 id="test-link-title">{text('firstRunTestLink')}</h2>
          <p class="note">{text('firstRunTestLinkNote')}</p>
          {link.state === 'creating' && <AccessNote connection={connection} />}
        </div>
        <button type="button" class="small" aria-disabled={isBusy} onClick={() => void start(connection)}>
          {text('diagnosticsTryAdd')}
        </button>
      </div>
      {!isBad && row.shortLink && <CreatedLink shortLink={row.shortLink} />}
      <p role="status" class={link.state === 'arrived' ? 'note good' : 'note'}>
        {!isBad && message}
      </p>
      {link.state === 'asking' && <Answers answer={answer} />}
      <p role="alert" class="problem">
        {isBad && message}
      </p>
    </section>
  );
};
