import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { renderMusic } from '../testing/render-music.tsx';

const on = { all: true, lostService: null };

const control = (): HTMLElement =>
  screen.getByRole('switch', { name: /^(Music on missing pages|404页面音乐)$/ });
const isOn = (): boolean => control().getAttribute('aria-checked') === 'true';
const alerts = (): string =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');
const description = (): string => {
  const ids = control().getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
};

it('the switch requests the access once for a double click, and goes on once it is granted', async () => {
  const { actions } = renderMusic();
  fireEvent.click(control());
  fireEvent.click(control());
  expect(actions.allow).toHaveBeenCalledOnce();
  expect(isOn()).toBe(false);
  await waitFor(() => expect(isOn()).toBe(true));
  expect(alerts()).toBe('');
});

it.each([
  ['en', false, 'Without access to all sites, Waylark cannot see which pages are missing'],
  ['zh_CN', false, '没有访问所有网站的权限'],
  ['en', true, 'The browser does not let Waylark revoke this access'],
  ['zh_CN', true, '浏览器不允许Waylark撤销此权限'],
] as const)('the switch says in %s why it stays as it is (on: %s)', async (language, all, sentence) => {
  setLanguage(language);
  renderMusic({ isWilling: false, access: { all, lostService: null } });
  fireEvent.click(control());
  await waitFor(() => expect(alerts()).toContain(sentence));
  expect(isOn()).toBe(all);
});

it('the switch follows changes elsewhere, and says which service can no longer be reached', async () => {
  const { actions, changeAccess } = renderMusic({ access: on });
  expect(isOn()).toBe(true);
  changeAccess({ all: false, lostService: 'https://s.example/v3' });
  // The page knows the service: asking the background for it could take long.
  expect(actions.readSiteAccess).toHaveBeenLastCalledWith('https://s.example/v3');
  await waitFor(() => expect(isOn()).toBe(false));
  expect(alerts()).toContain('Waylark can no longer reach https://s.example/v3');
  changeAccess(on);
  await waitFor(() => expect([isOn(), alerts()]).toEqual([true, '']));
});

it('the switch no longer says that the access was refused once it was granted elsewhere', async () => {
  const { changeAccess } = renderMusic({ isWilling: false });
  fireEvent.click(control());
  await waitFor(() => expect(alerts()).not.toBe(''));
  changeAccess(on);
  await waitFor(() => expect([isOn(), alerts()]).toEqual([true, '']));
});

it.each([
  ['en', 'Set by your organisation'],
  ['zh_CN', '由你的组织设置'],
] as const)(
  'a policy that switches music off disables the switch and describes it, in %s',
  (language, mark) => {
    setLanguage(language);
    const { actions } = renderMusic({ musicOff: true });
    expect([control().getAttribute('aria-disabled'), isOn()]).toEqual(['true', false]);
    expect(description()).toContain(mark);
    fireEvent.click(control());
    expect(actions.allow).not.toHaveBeenCalled();
  },
);

it('a policy that switches music off offers to revoke the access that is still granted, and moves the focus to the switch', async () => {
  const { actions } = renderMusic({ musicOff: true, access: on });
  expect(isOn()).toBe(false);
  const button = screen.getByRole('button', { name: 'Revoke access to all sites' });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(control());
  expect(actions.revoke).toHaveBeenCalledOnce();
  await waitFor(() => expect(button.isConnected).toBe(false));
});
