import { act, fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';
import { setLanguage } from '../testing/language.ts';
import { deferred } from '../testing/popup.tsx';
import { type LinkTestActions, TestLink } from './TestLink.tsx';

const shortLink = 'https://s.example/aB3';

/** Renders the test of a link; returns functions that report its states and that end it. */
const show = (origin: string | null = null) => {
  let report: (test: LinkTest) => void = () => undefined;
  const ended = deferred<undefined>();
  const testLink = vi.fn<LinkTestActions['testLink']>((_, next) => {
    report = next;
    return ended.promise;
  });
  render(<TestLink origin={origin} actions={{ testLink }} />);
  return {
    testLink,
    report: (test: LinkTest): void => void act(() => report(test)),
    end: () =>
      act(async () => {
        ended.resolve(undefined);
        await ended.promise;
      }),
  };
};
const start = () => screen.getByRole('button', { name: /^(Try a real link|试生成短链接)$/ });
const status = () => screen.getByRole('status').textContent;
const alert = () => screen.getByRole('alert').textContent;

it('runs one test at a time, and announces each state of it', async () => {
  const { testLink, report, end } = show();
  start().click();
  start().click();
  expect(testLink).toHaveBeenCalledExactlyOnceWith(null, expect.any(Function));
  report({ state: 'creating' });
  expect([start().getAttribute('aria-disabled'), status()]).toEqual(['true', 'Creating a link…']);
  report({ state: 'opening', shortLink });
  expect(status()).toBe('Opening the short link…');
  report({ state: 'arrived', shortLink });
  expect([start().getAttribute('aria-disabled'), status(), alert()]).toEqual([
    'false',
    'The short link leads to its page.',
    '',
  ]);
  await end();
  fireEvent.click(start());
  expect(testLink).toHaveBeenCalledTimes(2);
});

it('announces a failure, and a link that leads nowhere, as alerts', () => {
  const { report } = show();
  fireEvent.click(start());
  report({ state: 'failed', failure: { reason: 'too-many-requests', linkCreated: 'no', retryAfter: 7 } });
  expect([alert(), status()]).toEqual(['Too many requests. Try again in 7 s.', '']);
  report({ state: 'nowhere', shortLink });
  expect(alert()).toContain(`${shortLink} leads nowhere`);
  expect(alert()).toContain('Short link address');
  report({ state: 'nowhere', shortLink, isWhole: true });
  expect(alert()).toContain('Ask your service');
});

it.each([
  { language: 'en', yes: 'Yes, it did', no: 'No, it did not', nowhere: 'leads nowhere' },
  { language: 'zh_CN', yes: '打开了', no: '没有打开', nowhere: '无法打开任何页面' },
] as const)(
  'asks where the tab led, and the focus stays in the section, in $language',
  ({ language, yes, no, nowhere }) => {
    setLanguage(language);
    const { report } = show();
    fireEvent.click(start());
    report({ state: 'asking', shortLink });
    expect(status()).toContain(shortLink);
    expect(screen.getByRole('button', { name: yes })).toBeTruthy();
    const button = screen.getByRole('button', { name: no });
    button.focus();
    fireEvent.click(button);
    expect(alert()).toContain(nowhere);
    expect(document.activeElement).toBe(screen.getByRole('region'));
  },
);

it('names the host whose access the browser will ask for, and requests it inside the click', () => {
  const { testLink, report } = show('https://s.example');
  const note = /^Your browser will ask for access to s\.example\./;
  expect(screen.getByText(note)).toBeTruthy();
  fireEvent.click(start());
  expect(testLink).toHaveBeenCalledWith('https://s.example', expect.any(Function));
  report({ state: 'creating' });
  expect(screen.queryByText(note)).toBeNull();
});
