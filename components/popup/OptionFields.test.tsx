import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { failedFor } from '../../lib/shortening/test-helpers/attempts.ts';
import { background } from '../../lib/background.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { alerts, descriptionOf, press } from '../testing/dom.ts';
import { attempt, focusedName, renderPopup, shortened, storedDraft, submit } from '../testing/popup.tsx';

const features = ['limit', 'ending'] as const;

const open = async (options: Parameters<typeof renderPopup>[0] = {}): Promise<void> => {
  renderPopup({ features, ...options });
  fireEvent.click(await screen.findByRole('button', { name: 'Options' }));
};

const choose = (name: string): void => void fireEvent.click(screen.getByRole('radio', { name }));
const field = (name: string | RegExp): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string | RegExp, value: string): void =>
  void fireEvent.input(field(name), { target: { value } });

describe('Options', () => {
  it('are offered only if the service announces them', async () => {
    renderPopup({ features: ['manage', 'edit', 'opens'] });
    await screen.findByRole('contentinfo');
    expect(screen.queryByRole('button', { name: 'Options' })).toBeNull();
    cleanup();
    await open({ features: ['ending'] });
    expect(screen.queryByRole('radio')).toBeNull();
    expect(field('Short link ending').value).toBe('');
    cleanup();
    await open({ features: ['limit'] });
    expect(screen.queryByLabelText('Short link ending')).toBeNull();
  });

  it('are folded, show the host of short links, and set nothing until they are used', async () => {
    renderPopup({ features });
    const button = await screen.findByRole('button', { name: 'Options', expanded: false });
    expect(screen.queryByRole('radiogroup', { name: 'Visits' })).toBeNull();
    fireEvent.click(button);
    expect(screen.getByRole('radio', { name: 'No limit', checked: true })).toBeTruthy();
    expect(await screen.findByText('s.example/')).toBeTruthy();
    await shortened();
    expect(background.shorten).toHaveBeenCalledWith(expect.not.objectContaining({ limit: 1 }));
  });

  it('send what is set, once, and the result says how often the link works', async () => {
    await open();
    choose('Works once');
    type('Short link ending', ' bergen-june ');
    expect(descriptionOf(screen.getByRole('radiogroup', { name: 'Visits' }))).toMatch(
      /^Visitors press a button/,
    );
    await shortened();
    expect(background.shorten).toHaveBeenCalledWith(
      expect.objectContaining({ limit: 1, ending: 'bergen-june' }),
    );
    expect(document.getElementById('expiry')?.textContent).toMatch(/^Expires .* · Works once$/);
    press('Shorten another');
    await shortened();
    expect(background.shorten).toHaveBeenLastCalledWith(
      expect.not.objectContaining({ ending: 'bergen-june' }),
    );
  });

  it.each([
    ['', false],
    ['0', false],
    ['1001', false],
    ['1', true],
    ['1000', true],
  ])('a number of times: %j', async (value, isSent) => {
    await open();
    choose('Up to…');
    type(/^Number of times/, value);
    submit();
    if (isSent) {
      expect(background.shorten).toHaveBeenCalledWith(expect.objectContaining({ limit: Number(value) }));
      return;
    }
    expect(background.shorten).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field(/^Number of times/));
    expect(descriptionOf(field(/^Number of times/))).toBe('Number of times, 1 to 1000');
  });

  it.each(['ab', 'a b c', 'a/b', 'ä-ö', 'x'.repeat(65)])(
    'refuse the ending %j before it is sent',
    async (wrong) => {
      await open();
      type('Short link ending', wrong);
      expect(descriptionOf(field('Short link ending'))).toBe('');
      press('Options');
      press(/^Options: /);
      press('Options');
      submit();
      expect(background.shorten).not.toHaveBeenCalled();
      expect(focusedName()).toBe('Short link ending');
      expect(field('Short link ending').getAttribute('aria-invalid')).toBe('true');
      expect(descriptionOf(field('Short link ending'))).toMatch(/^Use 3 to 64 letters/);
      type('Short link ending', 'bergen');
      expect(field('Short link ending').getAttribute('aria-invalid')).toBe('false');
      submit();
      expect(background.shorten).toHaveBeenCalledWith(expect.objectContaining({ ending: 'bergen' }));
    },
  );

  it.each<[Failure['hadEffect'], RegExp]>([
    ['no', /^This ending is already taken\.\sChoose another one\.$/],
    ['maybe', /^This ending is already taken, perhaps by your first try\./],
  ])(
    'say of an ending that is taken (had an effect: %s), beside its field, where it stays',
    async (hadEffect, said) => {
      const failure: Failure = {
        reason: 'ending-taken',
        hadEffect,
        service: 'https://s.example/v3',
        code: 808,
      };
      await open({ answers: { shorten: (request) => Promise.resolve(failedFor(request, failure)) } });
      type('Short link ending', 'bergen');
      submit();
      await expect.poll(focusedName).toBe('Short link ending');
      expect(field('Short link ending').value).toBe('bergen');
      expect(descriptionOf(field('Short link ending'))).toMatch(said);
      expect(screen.getAllByRole('alert')[0]?.closest('.unseen')).not.toBeNull();
      type('Short link ending', 'oslo');
      expect(descriptionOf(field('Short link ending'))).toBe('');
      expect(alerts()).toBe('');
    },
  );

  it('stand in the draft until they are used, and say what is set while they are folded', async () => {
    await open();
    choose('Works once');
    type('Short link ending', 'bergen');
    const options = { limit: '1', ending: 'bergen' };
    expect(storedDraft()).toMatchObject({ options });
    press('Options');
    expect(screen.getByRole('button', { name: 'Options: Works once, bergen', expanded: false })).toBeTruthy();
    cleanup();

    const draft = { link: null, choice: 'month', customExpiry: '', options } as const;
    renderPopup({ draft, features });
    submit();
    expect(background.shorten).not.toHaveBeenCalled();
    await screen.findByRole('button', { name: 'Options', expanded: true });
    await shortened();
    expect(background.shorten).toHaveBeenCalledWith(expect.objectContaining({ limit: 1, ending: 'bergen' }));
    await expect.poll(storedDraft).toBeNull();
  });

  it('of a draft that are not offered any more are dropped', async () => {
    const options = { limit: '1', ending: 'bergen' };
    const draft = { link: null, choice: 'month', customExpiry: '', options } as const;
    renderPopup({ draft, features: ['ending'] });
    await screen.findByRole('button', { name: 'Options' });
    await expect.poll(storedDraft).toBeDefined();
    submit();
    expect(background.shorten).toHaveBeenCalledWith(
      expect.objectContaining({ limit: undefined, ending: 'bergen' }),
    );
  });
});

it('links with a limit say how often they work', async () => {
  const links = [attempt({ limit: 1 }), attempt({ limit: 5, shortLink: 'https://s.example/b' })];
  renderPopup({
    answers: { activeLinks: () => Promise.resolve(links), recent: () => Promise.resolve(links) },
  });
  await screen.findByRole('heading', { name: 'Recent links' });
  const { textContent } = document.body;
  expect(textContent.match(/ · Works once/g)).toHaveLength(2);
  expect(textContent.match(/ · Works 5 times/g)).toHaveLength(2);
});
