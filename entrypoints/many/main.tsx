import { render } from 'preact';
import { Many } from '../../components/many/Many.tsx';
import { speak } from '../../lib/browser/texts.ts';
import { readWhich } from '../../lib/many/tabs.ts';
import { offeredValidity, readSettingsAnyhow } from '../../lib/settings/settings.ts';
import { actionsFor, firstStep } from './actions.ts';
import './style.css';

const start = async (): Promise<void> => {
  const which = readWhich(location.search);
  const [first, settings] = await Promise.all([firstStep(which), readSettingsAnyhow()]);
  // What names no tabs sends nothing; until it is known to be private, nothing of it is written.
  const isPrivate = which?.private ?? false;
  const { offered } = settings;
  const view = { first, choice: offeredValidity(settings), offered, private: isPrivate };
  render(<Many view={view} actions={actionsFor(which)} />, document.body);
};

speak(document, 'manyTitle');
void start();
