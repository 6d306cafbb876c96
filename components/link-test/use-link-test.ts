import { useRef, useState } from 'preact/hooks';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';

/** The test of a real link. Nothing rejects. */
export interface LinkTestActions {
  /**
   * Creates a real link, opens it and reports each state. Call it inside the click: access to `origin`, that of the short
   * links if it has to be requested, is requested before anything is awaited, and revoked afterwards.
   */
  testLink(origin: string | null, report: (test: LinkTest) => void): Promise<void>;
}

/** The test of a real link on request, one at a time. */
export const useLinkTest = ({ testLink }: LinkTestActions) => {
  const [link, setLink] = useState<LinkTest>({ state: 'none' });
  const busy = useRef(false);

  /** Resolves when the test has ended, or when the person has to answer. */
  const start = async (origin: string | null): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    await testLink(origin, setLink).finally(() => {
      busy.current = false;
    });
  };

  /** Whether the person saw the page in the tab. */
  const answer = (hasArrived: boolean): void =>
    setLink((now) => (now.state === 'asking' ? { ...now, state: hasArrived ? 'arrived' : 'nowhere' } : now));

  return { link, start, answer, clear: () => setLink({ state: 'none' }) };
};
