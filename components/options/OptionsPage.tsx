import { FirstRun } from '../first-run/FirstRun.tsx';
import { Policy } from '../policy/policy-view.ts';
import { Options } from './Options.tsx';
import type { PageActions, Parts } from './parts.ts';
import { sectionsOf } from './sections.tsx';
import { stepContent } from './step-content.tsx';
import { usePage } from './use-page.ts';

interface OptionsPageProps {
  first: Parts;
  actions: PageActions;
  /** Everything was reset just now. */
  isReset: boolean;
}

/** The page of the settings: the first steps, or all settings. */
export const OptionsPage = ({ first, actions, isReset }: OptionsPageProps) => {
  const { shown, show, connected } = usePage(first, actions);
  const { step, parts, prefill, round } = shown;
  const connection: PageActions['connection'] = {
    ...actions.connection,
    async connect(form) {
      const ended = await actions.connection.connect(form);
      if (ended?.ok) connected(ended.view);
      return ended;
    },
  };
  const wired = { parts, actions: { ...actions, connection }, prefill, round, show };
  const go = (to: string): void => {
    location.hash = to;
  };
  return (
    <Policy.Provider value={parts.policy}>
      {step === null ? (
        <Options isArrival={round > 0} sections={sectionsOf(wired)} />
      ) : (
        <FirstRun {...{ step, go }} isConnected={Boolean(parts.connection)} isReset={isReset && round === 0}>
          {stepContent(step, wired)}
        </FirstRun>
      )}
    </Policy.Provider>
  );
};
