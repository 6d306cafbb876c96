import { offeredValidity } from '../../lib/settings/schema.ts';
import { render } from 'preact';
import type { PopupActions } from '../../components/popup/actions.ts';
import { Popup } from '../../components/popup/Popup.tsx';
import { openBehind } from '../../lib/browser/tabs.ts';
import { currentPage } from '../../lib/browser/pages.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { actions } from './actions.ts';
import { turnGrey } from './grey.ts';
import './style.css';

const start = async (): Promise<void> => {
  const [page, settings] = await Promise.all([currentPage(), readSettingsOrDefaults()]);
  const choice = offeredValidity(settings);
  const shorten: PopupActions['shorten'] = async (wish) => {
    const ended = await actions.shorten(wish);
    // Not what had been made before, nor what another click is making.
    const isNew = ended.ok && ended.id === wish.id;
    if (settings.openAtOnce && isNew && page.tabId !== null) void openBehind(page.tabId, ended.shortLink);
    return ended;
  };
  render(<Popup {...settings} {...{ page, choice }} actions={{ ...actions, shorten }} />, document.body);
};

// Where a browser has no popups, this is a page of its own.
if (/Android|Mobi/.test(navigator.userAgent)) document.documentElement.classList.add('phone');
turnGrey();
setPageLanguage(document, 'popupTitle');
void start();
