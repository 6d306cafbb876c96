import { useRef, useState } from 'preact/hooks';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';

/** What the test of a real link can have done. Nothing rejects. */
export interface LinkTestActions {
  /** What the real link leads to. */
  target: string;
  /**
   * Creates a real link, opens it and reports each state. Call it inside the click: access to `askFor`, the origin of
   * the short links where the browser has to be asked, is requested before anything is awaited, and revoked after.
   */
  test(askFor: string | null, report: (test: LinkTest) => void): Promise<void>;
}

/** A real link, tested on request, one at a time. */
export const useLinkTest = ({ test }: LinkTestActions) => {
  const [link, setLink] = useState<LinkTest>({ state: 'none' });
  const busy = useRef(false);
  /** Resolves once the test ended, or the person is asked. */
  const start = async (askFor: string | null): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    await test(askFor, setLink).finally(() => (busy.current = false));
  };
  /** What the person saw in the tab. */
  const answer = (hasArrived: boolean): void =>
    setLink((now) => (now.state === 'asking' ? { ...now, state: hasArrived ? 'arrived' : 'nowhere' } : now));
  return { link, start, answer, clear: () => setLink({ state: 'none' }) };
};
