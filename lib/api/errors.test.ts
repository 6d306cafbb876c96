import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelNames, messageOf } from '../failures/contract.ts';
import { labelOf } from './errors.ts';

describe('the label of a failure', () => {
  it.each(labelNames)('is %s by its message, in any spelling and with any code', (name) => {
    const msg = messageOf(name);
    const variant = fc
      .tuple(
        fc.array(fc.boolean(), { minLength: msg.length, maxLength: msg.length }),
        fc.constantFrom(' ', '  ', '-', '_', ''),
        fc.constantFrom('', '.', '!', ': '),
      )
      .map(([capitals, gap, expiresAt]) => {
        const cased = msg.replace(/./g, (letter, at: number) =>
          capitals[at] ? letter.toUpperCase() : letter,
        );
        return cased.replaceAll(' ', gap) + expiresAt;
      });
    fc.assert(
      fc.property(variant, fc.integer(), (text, code) => {
        expect(labelOf({ msg: text, code })).toBe(name);
      }),
    );
  });

  it.each([
    [500, 'internal-server-error'],
    [801, 'permission-denied'],
    [1001, 'permission-denied'],
    [800, 'missing-parameter'],
    [429, 'too-many-requests'],
    [802, 'no-package-available'],
    [803, 'application-not-found'],
    [804, 'link-does-not-exist'],
    [805, 'link-invalid'],
    [806, 'validity-invalid'],
    [807, 'upstream-not-available'],
    [1002, 'no-package-available'],
    [1003, 'application-not-found'],
    [2001, 'missing-parameter'],
    [2002, 'link-invalid'],
    [2003, 'validity-invalid'],
    [7001, 'upstream-not-available'],
    [400, 'bad-request'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
  ])('is found by the code %i where the message is unknown', (code, label) => {
    for (const msg of ['', '链接无效', 'something else']) expect(labelOf({ msg, code })).toBe(label);
  });

  it('is undefined if the message is "success"', () => {
    expect(labelOf({ msg: 'success', code: 806 })).toBeUndefined();
  });

  it('follows the message if message and code differ', () => {
    expect(labelOf({ msg: 'Link Invalid', code: 801 })).toBe('link-invalid');
  });

  it.each([
    { msg: 'success', code: 200 },
    { msg: 'teapot', code: 418 },
    { msg: 'constructor', code: -1 },
  ])('is unknown for $msg, $code', (answer) => {
    expect(labelOf(answer)).toBeUndefined();
  });
});
