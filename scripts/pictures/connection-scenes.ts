/** The form of one connection, and the list of several. */
import { click, fill, inTab, ownPage, pressButton, type Step, wait } from './scene-steps.ts';
import type { Scene, Scenes } from './shoot.ts';
import { unfold } from './studio.ts';

/** The form of a connected service, with everything unfolded. */
const connection = (...steps: Step[]): Scene =>
  inTab(
    ownPage('options.html#connection', '.shortening'),
    pressButton('connectionChange'),
    wait('#connection-form'),
    unfold,
    ...steps,
  );

/** Answers with several connections, of which the organisation has set the last, in place of the one of the pictures. */
export const answerSeveral = `(() => {
  const send = chrome.runtime.sendMessage.bind(chrome.runtime);
  const value = [
    ['Work', 1, 'lark', 'aB3dE6gH9kLmNpQr', 31],
    ['Private', 3, 'wren', '7hQ2mXw0Tb5sYc8d', 14],
    ['', 5, 'a-service-with-a-long-name-of-its-host', 'x9Yw3Kp2Lq0aBc', 1],
    ['Heath & Marsh', 2, 'heath', 'team-heath', 0, true],
  ].map(([name, hue, host, secretId, activeLinks, isLocked], id) => {
    const address = 'https://api.' + host + '.example/v3';
    return { id: String(id), name, hue, address, secretId, template: '', activeLinks, isLocked };
  });
  chrome.runtime.sendMessage = (message, ...rest) =>
    message?.name === 'connections' ? Promise.resolve({ ok: true, value }) : send(message, ...rest);
})()`;

/** The settings with these connections. */
const severalConnections = (...steps: Step[]): Scene =>
  inTab(
    ownPage('options.html#connection', '.shortening'),
    async (page) => {
      await page.evaluateOnNewDocument(answerSeveral);
      await page.reload();
    },
    wait('.shortening'),
    ...steps,
  );

const editSecond: readonly Step[] = [click('[role=group] ~ [role=group] > button'), wait('#connection-form')];

export const connectionScenes: Scenes = {
  connection: connection(),
  connections: severalConnections(...editSecond),
  'connections-add': severalConnections(pressButton('connectionAdd'), wait('#connection-form')),
  'connections-remove': severalConnections(
    ...editSecond,
    pressButton('connectionRemove'),
    wait('dialog[open]'),
  ),
  'connection-problem': connection(
    fill('secretIdLabel', 'an-id-that-no-service-has-given-to-anybody'),
    fill('secretKeyLabel', 'wrong'),
    pressButton('saveAndConnect'),
    wait('[role=alert]:not(:empty)'),
  ),
};
