import { expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { createLinkCreator } from './create-link.ts';

const account = {
  ...{ id: 'i', revision: 'r', address: 'https://s.example/v3', template: null },
  ...{ secretId: 'id', secretKey: 'key' },
};
const reading = { read: () => Promise.resolve(null), write: () => Promise.resolve() };

it('an error of ours before there is a token created no link', async () => {
  const transport = () => Promise.reject(new Error('Nothing may be sent.'));
  const tokens = { store: () => Promise.resolve(), get: () => Promise.reject(new Error('storage')) };
  const add = createLinkCreator({ transport, tokens, clock: createClock({ reading }), totalTimeout: 1000 });
  await expect(add(account, { link: 'https://e.example/', end: () => 1 })).rejects.toMatchObject({
    failure: { reason: 'interrupted', made: 'no', service: account.address },
  });
});
