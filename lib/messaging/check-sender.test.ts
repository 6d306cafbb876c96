import { describe, expect, it } from 'vitest';
import { knownSenderOf, type Sender } from './check-sender.ts';

const chromium = { id: 'abcdef', origin: 'chrome-extension://abcdef/' };
const firefox = { id: 'waylark@waylark.example', origin: 'moz-extension://1b2c-3d/' };

describe.each([
  ['Chromium', chromium],
  ['Firefox', firefox],
])('who sent a message, in %s', (_, self) => {
  const { id, origin } = self;
  const popup = `${origin}popup.html`;
  const options = `${origin}options.html`;
  const web = 'https://example.com/popup.html';
  /** A content script that is accepted. */
  const script = { id, documentId: 'D', url: web, frameId: 0, tab: { id: 7, url: web } };
  const bare = origin.slice(0, -1);

  it.each<[string, Sender, string]>([
    ['the popup', { id, url: popup }, 'popup'],
    ['the popup in a tab', { id, url: popup, frameId: 0, tab: { url: popup } }, 'popup'],
    ['the popup with a query and a fragment', { id, url: `${popup}?x#y` }, 'popup'],
    ['options in a tab', { id, url: options, frameId: 0, tab: { url: `${options}#z` } }, 'options'],
    ['options inside the browser’s own page', { id, url: options, frameId: 0 }, 'options'],
  ])('%s', (__, sender, page) => {
    expect(knownSenderOf(sender, self)).toEqual({ name: page, tab: null });
  });

  it.each<[string, Sender]>([
    ['nothing known', {}],
    ['no address', { id }],
    ['no address but a tab', { id, tab: { url: popup } }],
    ['no id', { url: popup }],
    ['another extension', { id: 'other', url: popup }],
    ['another extension’s page', { id: 'other', url: 'chrome-extension://other/popup.html' }],
    ['a content script of another extension', { ...script, id: 'other' }],
    ['a content script in a frame', { ...script, frameId: 3 }],
    ['a content script in an unknown frame', { ...script, frameId: undefined }],
    ['a content script without a tab', { ...script, tab: undefined }],
    ['a content script in a document without an id', { ...script, documentId: undefined }],
    ['a content script on no web page', { ...script, url: 'file:///etc/hosts' }],
    ['a frame of our page', { id, url: popup, frameId: 3, tab: { url: popup } }],
    ['our page framed in a web page', { id, url: popup, frameId: 7, tab: { url: web } }],
    ['our page framed in a web page, said to be the top', { id, url: popup, frameId: 0, tab: { url: web } }],
    ['our page in a tab of unknown address', { id, url: popup, frameId: 0, tab: {} }],
    ['the popup framed in options', { id, url: popup, frameId: 0, tab: { url: options } }],
    ['another page of ours', { id, url: `${origin}detector.html` }],
    ['the background', { id, url: `${origin}_generated_background_page.html` }],
    ['a path that only begins like ours', { id, url: `${popup}.evil` }],
    ['a path that only ends like ours', { id, url: `${origin}evil/popup.html` }],
    ['an encoded path', { id, url: `${origin}%70opup.html` }],
    ['the root', { id, url: origin }],
    ['an origin that begins like ours', { id, url: `${bare}.evil/popup.html` }],
    ['an origin that ends like ours', { id, url: origin.replace('://', '://evil') + 'popup.html' }],
    ['our origin as a user name', { id, url: `${bare}@evil/popup.html` }],
    ['our origin with a port', { id, url: `${bare}:8080/popup.html` }],
    ['our origin in a path', { id, url: `https://evil.example/${popup}` }],
    ['a blob of ours', { id, url: `blob:${popup}` }],
    ['the same host by http', { id, url: popup.replace(/^[a-z-]+:/, 'http:') }],
    ['about:blank', { id, url: 'about:blank' }],
    ['no address at all', { id, url: '' }],
  ])('no accepted sender: %s', (__, sender) => {
    expect(knownSenderOf(sender, self)).toBeNull();
  });

  it('a content script', () => {
    const tab = { tabId: 7, documentId: 'D', url: web, private: true };
    expect(knownSenderOf(script, self)).toEqual({ name: 'content-script', tab });
  });
});
