import type { Page } from 'puppeteer-core';
import { field, press, valueOf } from '../browsers/controls.ts';
import { newPopupOn, popupOn, popupWidth, type Scene, type Scenes } from './scene.ts';
import type { Studio } from './studio.ts';

/** A popup without the pointer over it. */
export const inPopup = (open: Scene['open']): Scene => ({
  width: popupWidth,
  open: async (studio) => {
    const popup = await open(studio);
    await popup.mouse.move(0, 0);
    return popup;
  },
});

const shorten = async (studio: Studio, popup: Page): Promise<void> => {
  await press(popup, studio.text('shorten'));
  await valueOf(popup, studio.text('shortLinkLabel'));
};

const chooseValidity = async (studio: Studio, popup: Page, value: string): Promise<void> => {
  await (await field(popup, studio.text('validityLabel'))).select(value);
};

const resultOf =
  (at: number): Scene['open'] =>
  async (studio) => {
    const popup = await newPopupOn(studio, at);
    await shorten(studio, popup);
    return popup;
  };

export const fails =
  (fault: 'too-many-requests' | 'no-answer'): Scene['open'] =>
  async (studio) => {
    const popup = await newPopupOn(studio, 1);
    studio.service.fail(fault);
    await press(popup, studio.text('shorten'));
    await popup.waitForFunction(() => document.querySelector('[role="alert"]')?.textContent !== '');
    return popup;
  };

/** The popup before the extension is connected. */
export const unconnectedPopup: Scenes = { 'popup-not-connected': inPopup((studio) => popupOn(studio)) };

/** The popup in its states; together they are the picture "popup". */
export const popupScenes: Scenes = {
  'popup-form': inPopup((studio) => newPopupOn(studio)),
  'popup-result': inPopup(resultOf(0)),
  'popup-qr': inPopup(async (studio) => {
    const popup = await resultOf(0)(studio);
    await press(popup, studio.text('qrCode'));
    await popup.locator('.qr-view').wait();
    return popup;
  }),
  'popup-custom': inPopup(async (studio) => {
    const popup = await newPopupOn(studio, 2);
    await chooseValidity(studio, popup, 'custom');
    return popup;
  }),
  'popup-reuse': inPopup(async (studio) => {
    const first = await newPopupOn(studio, 9);
    await shorten(studio, first);
    const popup = await popupOn(studio, 9);
    await shorten(studio, popup);
    return popup;
  }),
  'popup-warning': inPopup((studio) =>
    newPopupOn(studio, 4, '?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x'),
  ),
  'popup-countdown': inPopup(fails('too-many-requests')),
  'popup-error': inPopup(fails('no-answer')),
};
