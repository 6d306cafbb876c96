import { render } from 'preact';
import { Popup } from '../../components/popup/Popup.tsx';
import { currentPage } from '../../lib/browser/pages.ts';
import { speak } from '../../lib/browser/texts.ts';
import { offeredValidity, readSettingsAnyhow } from '../../lib/settings/settings.ts';
import { actions } from './actions.ts';
import './style.css';

const start = async (): Promise<void> => {
  const [page, settings] = await Promise.all([currentPage(), readSettingsAnyhow()]);
  const choice = offeredValidity(settings);
  render(<Popup {...settings} {...{ page, choice, actions }} />, document.body);
};

speak(document, 'popupTitle');
void start();
