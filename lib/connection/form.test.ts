import { describe, expect, it } from 'vitest';
import { type ConnectionForm, readForm } from './form.ts';

const form: ConnectionForm = {
  address: 'https://s.example/v3',
  secretId: 'me',
  secretKey: 'k:ey',
  template: '',
};

describe('what is typed to connect', () => {
  it('is used with spaces around it left out', () => {
    const typed = {
      address: ' S.example ',
      secretId: ' me\n',
      secretKey: '\tk:ey ',
      template: ' s.ee/{linkID} ',
    };
    expect(readForm(typed)).toEqual({
      ok: true,
      wish: {
        address: 'https://s.example/v3',
        origin: 'https://s.example',
        secretId: 'me',
        secretKey: 'k:ey',
        template: 'https://s.ee/{linkID}',
      },
    });
  });

  it('may leave the key to the saved one and the template to the service', () => {
    const read = readForm({ ...form, secretKey: null });
    expect(read).toMatchObject({ ok: true, wish: { secretKey: null, template: null } });
    const guess = readForm({ ...form, template: ' https://S.example/{linkID} ' });
    expect(guess).toMatchObject({ ok: true, wish: { template: null } });
  });

  it.each<[Partial<ConnectionForm>, string, string]>([
    [{ address: '' }, 'address', 'empty'],
    [{ address: 'http://s.example' }, 'address', 'public-http'],
    [{ secretId: '  ' }, 'secretId', 'empty'],
    [{ secretId: 'm:e' }, 'secretId', 'bad-characters'],
    [{ secretId: 'm e' }, 'secretId', 'bad-characters'],
    [{ secretId: 'mé' }, 'secretId', 'bad-characters'],
    [{ secretKey: '' }, 'secretKey', 'empty'],
    [{ secretKey: 'k ey' }, 'secretKey', 'bad-characters'],
    [{ secretKey: 'key\r\nX: y' }, 'secretKey', 'bad-characters'],
    [{ secretKey: 'kéy' }, 'secretKey', 'bad-characters'],
    [{ secretKey: 'key\u0000' }, 'secretKey', 'bad-characters'],
    [{ template: 'https://s.ee/' }, 'template', 'no-placeholder'],
  ])('%j is refused at its field', (change, field, problem) => {
    expect(readForm({ ...form, ...change })).toEqual({ ok: false, field, problem });
  });

  it('is told its first problem first', () => {
    const nothing = { address: '', secretId: '', secretKey: '', template: 'x' };
    expect(readForm(nothing)).toMatchObject({ field: 'address' });
  });
});
