import { offeredValidity } from '../../lib/settings/schema.ts';
import { render } from 'preact';
import { Popup } from '../../components/popup/Popup.tsx';
import { openInBackgroundTab } from '../../lib/browser/tabs.ts';
import { currentPage } from '../../lib/browser/pages.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { openCreated } from '../../lib/shortening/open-created.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { actions } from './actions.ts';
import { applyGrayscale } from './grayscale.ts';
import './style.css';

const start = async (): Promise<void> => {
  const [page, settings] = await Promise.all([currentPage(), readSettingsOrDefaults()]);
  const choice = offeredValidity(settings);
  const { tabId } = page;
  const shorten =
    settings.openAtOnce && tabId !== null
      ? openCreated(actions.shorten, (shortLink) => openInBackgroundTab(tabId, shortLink))
      : actions.shorten;
  // In Safari nothing can play music.
  const musicOff = import.meta.env.SAFARI || settings.musicOff;
  render(
    <Popup {...settings} page={page} choice={choice} musicOff={musicOff} actions={{ ...actions, shorten }} />,
    document.body,
  );
};

// Browsers for phones show the popup as a page.
if (/Android|Mobi/.test(navigator.userAgent)) document.documentElement.classList.add('phone');
applyGrayscale();
// First: if the popup is shown as a page, the title of the current tab, which `start` reads, is its own.
setPageLanguage(document, 'popupTitle');
void start();
