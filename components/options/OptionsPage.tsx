import { useRef, useState } from 'preact/hooks';
import type { Prefill } from '../connection/connection-form.ts';
import { FirstRun, type Step, stepOf } from '../first-run/FirstRun.tsx';
import { Policy } from '../policy/Policy.tsx';
import { useSubscription } from '../ui/use-subscription.ts';
import { Options } from './Options.tsx';
import { connectionProblem } from './options-state.ts';
import { type PageActions, type PageContext, type PageData, sectionsOf, stepContent } from './sections.tsx';

interface ShownPage {
  /** Null: the settings are shown, no first steps. */
  step: Step | null;
  data: PageData;
  prefills: readonly Prefill[];
  /** Incremented each time that the data is read. */
  revision: number;
  keyChanges: number;
  problem: string | null;
}

type ReadingActions = Pick<PageActions, 'readData' | 'onChangeElsewhere'>;

/** The shown page, by the fragment of the address, with the data as it was when the page was shown. */
const usePage = (initial: PageData, { readData, onChangeElsewhere }: ReadingActions) => {
  const [shown, setShown] = useState<ShownPage>(() => ({
    step: stepOf(location.hash, initial.policy),
    data: initial,
    prefills: [],
    revision: 0,
    keyChanges: 0,
    problem: null,
  }));
  const step = useRef(shown.step);

  const reload = async (prefills: readonly Prefill[] = []): Promise<void> => {
    const data = await readData();
    const next = stepOf(location.hash, data.policy);
    step.current = next;
    setShown((now) => ({ ...now, step: next, data, prefills, revision: now.revision + 1, problem: null }));
  };

  useSubscription((signal) => {
    onChangeElsewhere(() => void reload(), signal);
    // Within the settings, the browser itself scrolls to a section.
    const onHashChange = (): void => {
      if (stepOf(location.hash, initial.policy) !== step.current) void reload();
    };
    addEventListener('hashchange', onHashChange, { signal });
  });

  const setConnections = (connections: PageData['connections']): void =>
    setShown((now) => ({ ...now, data: { ...now.data, connections }, problem: null }));
  const setProblem = (problem: string | null): void => setShown((now) => ({ ...now, problem }));
  const changeKey = (): void => setShown((now) => ({ ...now, keyChanges: now.keyChanges + 1 }));
  return { shown, reload, setConnections, setProblem, changeKey };
};

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
  const { shown, reload, setConnections, setProblem, changeKey } = usePage(initial, actions);
  const { step, data, revision } = shown;

  const isConnected = Boolean(data.connections?.length);

  const readConnections = async (): Promise<void> => setConnections(await actions.readConnections());
  const connection: PageActions['connection'] = {
    ...actions.connection,
    async connect(...request) {
      const result = await actions.connection.connect(...request);
      if (!result?.ok) return result;
      await readConnections();
      if (step !== null && !isConnected) actions.openPopup();
      return result;
    },
    async remove(id) {
      const isRemoved = await actions.connection.remove(id);
      if (isRemoved) await readConnections();
      return isRemoved;
    },
  };
  const context: PageContext = {
    ...shown,
    problem: connectionProblem.value,
    actions: { ...actions, connection },
    changeKey,
    setProblem,
    readConnections,
    reload,
  };

  return (
    <Policy.Provider value={data.policy}>
      {step === null ? (
        <Options isFromFirstRun={revision > 0} sections={sectionsOf(context)} copy={actions.copy} />
      ) : (
        <FirstRun step={step} goTo={goTo} isConnected={isConnected} isReset={isReset && revision === 0}>
          {stepContent(step, context, () => goTo('first-run-2'))}
        </FirstRun>
      )}
    </Policy.Provider>
  );
};
