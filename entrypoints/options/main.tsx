import { render } from 'preact';
import { OptionsPage } from '../../components/options/OptionsPage.tsx';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { actions } from './parts.ts';
import './style.css';

const start = async (): Promise<void> => {
  const isReset = (history.state as { isReset?: boolean } | null)?.isReset === true;
  history.replaceState(null, '');
  render(<OptionsPage first={await actions.read()} {...{ actions, isReset }} />, document.body);
};

setPageLanguage(document, 'optionsTitle');
void start();
