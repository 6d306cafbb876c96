import { render } from 'preact';
import { followChanges, readSettingsOfPage, settings } from '../../components/page.ts';
import { loadParts } from '../../components/popup/Later.tsx';
import { Popup } from '../../components/popup/Popup.tsx';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { readPopupData } from '../../lib/shortening/popup-data.ts';
import './style.css';

/** Shows the popup in grayscale on the days that the service names. Its code is apart, so that the popup opens sooner. */
const applyGrayscale = async (): Promise<void> => {
  const { isGrayscale, readGrayscale } = await import('../../lib/grayscale/grayscale.ts');
  document.documentElement.classList.toggle('grayscale', isGrayscale(await readGrayscale(), new Date()));
};

/** Shows the outcome that the address of the tab names. */
const startInTab = async (id: string): Promise<void> => {
  const [{ ResultInTab }] = await Promise.all([loadParts(), readSettingsOfPage()]);
  render(<ResultInTab id={id} />, document.body);
};

const start = async (): Promise<void> => {
  const data = await readPopupData();
  settings.value = data.settings;
  followChanges();
  render(<Popup page={data.page} draft={data.draft} />, document.body);
};

// Before `start`, which reads the title of the current tab: on a phone, that tab is the popup itself.
setPageLanguage(document, 'popupTitle');
// Browsers for phones show the popup as a page.
document.documentElement.classList.toggle('phone', /Android|Mobi/.test(navigator.userAgent));
void applyGrayscale().catch(logAndReturn(undefined));
const id = location.hash.slice(1);
document.documentElement.classList.toggle('in-tab', id !== '');
void (id ? startInTab(id) : start());
