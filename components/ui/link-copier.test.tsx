import { expect, it, vi } from 'vitest';
import { pageLink, shortLink } from '../testing/popup.tsx';
import { createCopier } from './link-copier.ts';

it('says that a link is copied in another format once that is stored, as the popup may close then', async () => {
  const stored = Promise.withResolvers<null>();
  const actions = {
    copy: vi.fn(() => Promise.resolve(true)),
    chooseFormat: () => stored.promise,
    editTemplate: vi.fn(),
  };
  const copier = createCopier({ format: 'plain', template: '{short}' }, actions);
  const copying = copier.copy([{ shortLink, link: pageLink, title: '', expiresAt: 0 }], 'html');
  expect(actions.copy).toHaveBeenCalledOnce();
  const first = await Promise.race([copying, new Promise((resolve) => setTimeout(resolve, 0, 'pending'))]);
  expect(first).toBe('pending');
  stored.resolve(null);
  expect(await copying).toBe(true);
});
