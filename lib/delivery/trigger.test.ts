import { addressInSelection, type TriggerName, triggerIn, triggers } from './trigger.ts';
import { describe, expect, it } from 'vitest';
import { longestLink } from '../url/contract.ts';
import english from '../../public/_locales/en/messages.json' with { type: 'json' };
import chinese from '../../public/_locales/zh_CN/messages.json' with { type: 'json' };

/** What is to be shortened of this text or address, which the browser gives for the trigger. */
const requestFor = (name: TriggerName, given: string | undefined) => {
  const event = {
    tab: { id: 1, url: given },
    info: { linkUrl: given, srcUrl: given, selectionText: given },
    ...(given !== undefined && { typed: given }),
  };
  return triggerIn(name, event).link;
};

it.each([
  ['page', undefined, true],
  ['page', 5, true],
  ['link', 0, true],
  ['link', 5, false],
  ['selection', undefined, false],
] as const)('whether the page has the address: of a %s in frame %s, %s', (name, frameId, isFromPage) => {
  expect(triggerIn(name, { tab: { id: 1 }, info: { frameId } }).isFromPage).toBe(isFromPage);
});

it.each([english, chinese])(
  'the item of a selection reads well without one, as in a field of Chromium',
  (messages) => {
    expect(messages[triggers.selection.item.title].message).toMatch(/^[^“”]+%s$/);
  },
);

describe('what is to be shortened', () => {
  it.each(['link', 'image', 'page', 'tab', 'shortcut'] as const)(
    'is the address of a %s, exactly',
    (name) => {
      const link = 'https://bücher.example/a?b=2&a=1&x=%20#Teil';
      expect(requestFor(name, link)).toEqual({ link });
    },
  );

  it('is the page that another extension has put to sleep', () => {
    const tab = { url: 'moz-extension://a/park.html?title=A&url=https%3A%2F%2Fa.example%2F%3Fb%3D1' };
    expect(triggerIn('page', { tab }).link).toEqual({ link: 'https://a.example/?b=1' });
  });

  it.each([
    ['  https://example.com/x#y \n', 'https://example.com/x#y'],
    ['example.com/x', 'https://example.com/x'],
    ['localhost:8080/x', 'http://localhost:8080/x'],
  ])('is a selected text that is an address: %j', (selected, link) => {
    for (const name of ['selection', 'address-bar'] as const)
      expect(requestFor(name, selected)).toEqual({ link });
  });

  it.each([
    ['see https://a.example/x, please', { link: 'https://a.example/x' }],
    [
      'https://a.example/1 https://b.example/2\nhttps://c.example/3',
      { link: 'https://a.example/1', firstOf: 3 },
    ],
    [`https://a.example/ ${'x '.repeat(50_000)}`, { link: 'https://a.example/' }],
  ])('is the first address in a selected text, with the number of several: %.30j', (selected, resolved) => {
    expect(requestFor('selection', selected)).toEqual(resolved);
    expect(addressInSelection(selected)).toBe(resolved.link);
  });

  it.each(['just words', 'javascript:alert(1)', '', `a${'\u{1F600} '.repeat(9000)}`])(
    'is no selected text that is none, of which little is stored',
    (selected) => {
      const { link, refusal } = requestFor('selection', selected);
      expect([refusal, link.length <= 200]).toEqual(['not-in-selection', true]);
    },
  );

  it('is refused later on, with its own reason, if a password is in it', () => {
    expect(requestFor('selection', 'https://a:b@example.com/')).toEqual({ link: 'https://a:b@example.com/' });
  });

  it.each(['anna.meier@company.com', 'mailto:a@example.com'])(
    'is no selected e-mail address, which has its own reason: %s',
    (selected) =>
      expect(requestFor('selection', selected)).toEqual({ link: selected, refusal: 'email-address' }),
  );

  it.each(['link', 'image', 'page'] as const)(
    'is no address of a %s that is far too long, of which little is stored',
    (name) => {
      const { link, refusal } = requestFor(name, `https://example.com/#${'x'.repeat(2_000_000)}`);
      expect([refusal, link.length]).toEqual(['too-long', 200]);
    },
  );

  it('is an address that may be short enough without its tracking parameters', () => {
    const link = `https://example.com/?utm_source=${'x'.repeat(longestLink)}`;
    expect(requestFor('page', link)).toEqual({ link });
  });

  it('is nothing on a page that is still loading and has no address yet', () => {
    const tab = { id: 1, url: 'about:blank', status: 'loading' };
    for (const name of ['page', 'tab', 'shortcut'] as const)
      expect(triggerIn(name, { tab }).link).toEqual({ link: '', refusal: 'address-loading' });
    const link = 'https://a.example/';
    expect(triggerIn('link', { tab, info: { linkUrl: link } }).link).toEqual({ link });
  });

  it('is nothing on a page without an address', () => {
    for (const address of [undefined, ''])
      expect(requestFor('page', address)).toEqual({ link: '', refusal: 'address-hidden' });
  });
});
