import { desktop, popupOn, type Scene, type Scenes } from './scene.ts';
import { serviceHost, shortHost } from './stand-in.ts';
import { inPopup } from './popup-scenes.ts';

/** What an organisation sets: the account and two settings. */
const account = {
  serviceAddress: `https://${serviceHost}/v3`,
  secretId: 'team-lark',
  secretKey: 'only-for-pictures',
  shortLinkAddress: `https://${shortHost}/{linkID}`,
  allowedValidities: ['day', 'week', 'month'],
  defaultValidity: 'week',
};

/** For administrators: values that cannot be used. */
const unusable = {
  ...account,
  credentialStyle: 'both',
  allowedValidities: ['day', 'fortnight'],
  musicOff: true,
};

/** Before the scripts of a page: the browser answers as under this policy. A real one would be for all browsers of the machine. */
const policyOf = (values: object): string => `(() => {
  const values = ${JSON.stringify(values)};
  const get = (fields, done) => {
    const found = Object.entries(values).filter(([name]) => !fields || fields.includes(name));
    done?.(Object.fromEntries(found));
    return Promise.resolve(Object.fromEntries(found));
  };
  Object.defineProperty(chrome.storage.managed, 'get', { value: get });
})()`;

/** A page of the extension under a policy. */
const underPolicy = (hash: string, values: object): Scene => ({
  ...desktop,
  open: async (studio) => {
    const page = await studio.open('options.html');
    await page.evaluateOnNewDocument(policyOf(values));
    await page.evaluate((next) => history.replaceState(null, '', next), `#${hash}`);
    await page.reload();
    await page.setViewport({ ...desktop });
    await page.locator('h1').wait();
    return page;
  },
});

/** Screens under an organisation's policy. */
export const policyScenes: Scenes = {
  'options-policy': underPolicy('connection', account),
  'options-policy-problem': underPolicy('connection', unusable),
  'first-run-policy': underPolicy('first-run', account),
  'first-run-defaults-policy': underPolicy('first-run-2', account),
  'first-run-music-policy': underPolicy('first-run-3', unusable),
  'popup-policy': inPopup(async (studio) => {
    await studio.remember(() => true);
    const popup = await popupOn(studio, 1);
    await popup.evaluateOnNewDocument(policyOf(unusable));
    await popup.reload();
    await popup.locator('form').wait();
    return popup;
  }),
};
