import { useState } from 'preact/hooks';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { interrupted } from '../../lib/failures/interrupted.ts';
import { text } from '../../lib/i18n/texts.ts';
import { useAction } from '../ui/use-action.ts';
import { type LinkTest, runLinkTest } from './run-link-test.ts';

/** The test of a real link on request, one at a time. */
export const useLinkTest = () => {
  const [link, setLink] = useState<LinkTest>();
  /** The id of the connection that creates it. */
  const [tested, setTested] = useState<string>();

  /** Call it inside the click. */
  const { run: start } = useAction(async (connection: ConnectionView) => {
    setTested(connection.id);
    setLink({ state: 'running' });
    const failed: LinkTest = { state: 'failed', failure: interrupted };
    setLink(await runLinkTest(connection).catch(logAndReturn(failed)));
    return null;
  });

  /** Whether the person saw the page in the tab. */
  const answer = (hasArrived: boolean): void =>
    setLink((now) => (now?.state === 'asking' ? { ...now, state: hasArrived ? 'arrived' : 'nowhere' } : now));

  return { link, tested, start, answer, clear: () => setLink(undefined) };
};

interface CreatedProps {
  link: LinkTest | undefined;
  /** Whether the tab showed the page. */
  answer(hasArrived: boolean): void;
}

/** The short link that the test has created, and the question where it led. */
export const Created = ({ link, answer }: CreatedProps) => {
  // The buttons are removed then, so the focus moves to the element around them.
  const press = (event: Event, hasArrived: boolean): void => {
    const button = event.currentTarget as HTMLElement;
    button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    answer(hasArrived);
  };
  return (
    <>
      {link && 'shortLink' in link && (
        <bdi class="created-link" dir="ltr">
          {link.shortLink}
        </bdi>
      )}
      {link?.state === 'asking' && (
        <div class="buttons">
          <button type="button" onClick={(event) => press(event, true)}>
            {text('diagnosticsAskYes')}
          </button>
          <button type="button" onClick={(event) => press(event, false)}>
            {text('diagnosticsAskNo')}
          </button>
        </div>
      )}
    </>
  );
};
