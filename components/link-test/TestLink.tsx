import { useRef, useState } from 'preact/hooks';
import { copy } from '../../lib/browser/clipboard.ts';
import { originToRequest } from '../../lib/connection/address.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { type LinkTest, linkTestTarget } from '../../lib/diagnostics/link-test.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { text } from '../../lib/i18n/texts.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { runLinkTest } from './run-link-test.ts';

/** The test of a real link on request, one at a time. */
export const useLinkTest = () => {
  const [link, setLink] = useState<LinkTest>({ state: 'none' });
  /** The id of the connection that creates it. */
  const [tested, setTested] = useState<string>();
  const busy = useRef(false);

  /** Call it inside the click. Resolves when the test has ended, or when the person has to answer. */
  const start = async (connection: ConnectionView): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setTested(connection.id);
    await runLinkTest(connection, setLink).finally(() => {
      busy.current = false;
    });
  };

  /** Whether the person saw the page in the tab. */
  const answer = (hasArrived: boolean): void =>
    setLink((now) => (now.state === 'asking' ? { ...now, state: hasArrived ? 'arrived' : 'nowhere' } : now));

  return { link, tested, start, answer, clear: () => setLink({ state: 'none' }) };
};

/** The failure of Add. Only the popup counts a pause down, so here the sentence names the pause. */
export const addFailureText = (failure: Failure): string =>
  failureSentence(failure, failure.reason === 'too-many-requests' ? 'settings' : 'popup');

/** How to correct a short link that leads nowhere. */
export const nowhereText = ({
  shortLink,
  isWholeAddress,
}: {
  shortLink: string;
  isWholeAddress?: boolean;
}): string => text(isWholeAddress ? 'diagnosticsNowhereWhole' : 'diagnosticsNowhere', shortLink);

/** The state of the test, or its result; empty before it begins. */
const linkTestText = (link: LinkTest): string => {
  switch (link.state) {
    case 'none':
      return '';
    case 'creating':
      return text('diagnosticsAdding');
    case 'failed':
      return addFailureText(link.failure);
    case 'opening':
      return text('diagnosticsFollowing');
    case 'arrived':
      return text('diagnosticsArrived');
    case 'nowhere':
      return nowhereText(link);
    case 'asking':
      return text('diagnosticsAsk', link.shortLink, linkTestTarget);
  }
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
  const isBusy = link.state === 'creating' || link.state === 'opening';
  const isBad = link.state === 'failed' || link.state === 'nowhere';
  const isCreated = link.state === 'opening' || link.state === 'arrived' || link.state === 'asking';
  const message = linkTestText(link);
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
      {isCreated && <CreatedLink shortLink={link.shortLink} />}
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
