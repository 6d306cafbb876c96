import { FirstRun } from '../first-run/FirstRun.tsx';
import { Policy } from '../policy/policy-context.ts';
import { Options } from './Options.tsx';
import { type PageContext, sectionsOf, stepContent } from './sections.tsx';
import { type PageActions, type PageData, usePage } from './use-page.ts';

interface OptionsPageProps {
  initial: PageData;
  actions: PageActions;
  /** Whether everything was reset just now. */
  isReset: boolean;
}

const goTo = (step: string): void => {
  location.hash = step;
};

/** The page of the settings: the first run, or all settings. */
export const OptionsPage = ({ initial, actions, isReset }: OptionsPageProps) => {
  const { shown, reload, setConnection } = usePage(initial, actions);
  const { step, data, prefill, revision } = shown;

  const connection: PageActions['connection'] = {
    ...actions.connection,
    async connect(form) {
      const result = await actions.connection.connect(form);
      if (result?.ok) setConnection(result.view);
      return result;
    },
  };
  const context: PageContext = { data, actions: { ...actions, connection }, prefill, revision, reload };

  return (
    <Policy.Provider value={data.policy}>
      {step === null ? (
        <Options isFromFirstRun={revision > 0} sections={sectionsOf(context)} />
      ) : (
        <FirstRun
          step={step}
          goTo={goTo}
          isConnected={Boolean(data.connection)}
          isReset={isReset && revision === 0}
        >
          {stepContent(step, context)}
        </FirstRun>
      )}
    </Policy.Provider>
  );
};
