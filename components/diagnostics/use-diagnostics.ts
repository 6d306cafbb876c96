import { useRef, useState } from 'preact/hooks';
import { diagnose, type DiagnosticsDeps } from '../../lib/diagnostics/diagnose.ts';
import { type Facts, noFacts } from '../../lib/diagnostics/facts.ts';
import { type LinkTestActions, useLinkTest } from '../link-test/use-link-test.ts';

/** The actions of the section. Nothing rejects. */
export interface DiagnosticsActions extends DiagnosticsDeps, LinkTestActions {
  /** Opens an address in a tab. */
  open(address: string): void;
  /** Resolves with whether the clipboard holds the text. */
  copy(text: string): Promise<boolean>;
  /** The version of the extension, and the user agent of the browser. */
  about: { version: string; browser: string };
}

/** A check: when it began (milliseconds since 1970), and the facts that are known so far. */
interface DiagnosticsRun {
  at: number;
  facts: Facts;
}

/** One activity at a time: a check, or the test of a real link on request. */
export const useDiagnostics = (actions: DiagnosticsActions) => {
  const [current, setCurrent] = useState<DiagnosticsRun | null>(null);
  const [activity, setActivity] = useState<'none' | 'checking' | 'testing-link'>('none');
  const busy = useRef(false);
  const { link, start, answer, clear } = useLinkTest(actions);

  const run = (next: 'checking' | 'testing-link', work: () => Promise<void>): void => {
    if (busy.current) return;
    busy.current = true;
    setActivity(next);
    void work().finally(() => {
      busy.current = false;
      setActivity('none');
    });
  };

  const check = (): void =>
    run('checking', () => {
      const at = Date.now();
      clear();
      setCurrent({ at, facts: noFacts });
      return diagnose(actions, (facts) => setCurrent({ at, facts }));
    });

  const testLink = (origin: string | null): void => run('testing-link', () => start(origin));
  const withLink = current && { ...current, facts: { ...current.facts, link } };
  return { run: withLink, activity, check, testLink, answer };
};
