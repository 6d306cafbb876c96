import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { text } from '../../lib/i18n/texts.ts';
import type { BatchActions } from './batch-actions.ts';
import { Result } from './Result.tsx';

const created = [
  { link: 'https://a.example/1', title: 'One', shortLink: 'https://s.example/1' },
  { link: 'https://a.example/2', title: '[a] <b>"x"</b> & 你好', shortLink: 'https://s.example/2' },
];
const plain = 'https://s.example/1\nhttps://s.example/2';
const markdown = '- [One](https://s.example/1)\n- [\\[a\\] \\<b>"x"\\</b> & 你好](https://s.example/2)';

const show = () => {
  const actions = {
    copy: vi.fn<BatchActions['copy']>(() => Promise.resolve(true)),
    copyHtml: vi.fn<BatchActions['copyHtml']>(() => Promise.resolve(true)),
    save: vi.fn<BatchActions['save']>(),
  };
  render(<Result created={created} copyButton={{ current: null }} actions={actions} />);
  return actions;
};
const preview = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: text('batchPreview') });
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const pressCopy = () => fireEvent.click(screen.getByRole('button', { name: text('copy') }));

it('offers three formats as one group', () => {
  show();
  expect(screen.getByRole('group', { name: text('batchFormat') })).toBeTruthy();
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  const names = ['Plain', 'Markdown', 'HTML'];
  expect(radios.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual(
    names.map((name, at) => [name, at === 0]),
  );
});

it('copies the list that it shows, and says so until the format changes', async () => {
  const { copy, copyHtml } = show();
  pressCopy();
  expect(copy).toHaveBeenCalledWith(plain);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(text('copied')));
  expect(screen.getByRole('button', { name: text('copy') }).dataset['done']).toBe(text('copied'));
  choose('Markdown');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  expect(preview().value).toBe(markdown);
  pressCopy();
  expect(copy).toHaveBeenCalledWith(markdown);

  choose('HTML');
  pressCopy();
  expect(copyHtml).toHaveBeenCalledWith(preview().value);
  expect(preview().value).toContain('[a] &lt;b&gt;&quot;x&quot;&lt;/b&gt; &amp; 你好</a>');
});

it('says in an alert that the browser did not copy, and selects the text', async () => {
  const { copy } = show();
  copy.mockResolvedValue(false);
  pressCopy();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text('batchCopyFailed')));
  expect(document.activeElement).toBe(preview());
  expect([preview().selectionStart, preview().selectionEnd]).toEqual([0, plain.length]);
});

it('saves the list as a file of the chosen format', async () => {
  const { save } = show();
  choose('HTML');
  fireEvent.click(screen.getByRole('button', { name: text('batchSave') }));
  const file = expect.objectContaining({ type: 'text/html;charset=utf-8' }) as Blob;
  expect(save).toHaveBeenCalledExactlyOnceWith('short-links.html', file);
  const content = await save.mock.lastCall?.[1].text();
  expect(content).toContain('<html lang="en" dir="ltr">');
  expect(content).toContain(preview().value);
});
