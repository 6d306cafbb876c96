import { beforeEach, describe, expect, it, vi } from 'vitest';

let errors: typeof import('./noted-errors.ts');
beforeEach(async () => {
  vi.resetModules();
  errors = await import('./noted-errors.ts');
});

const noteWith = (message: string, stack: string) => {
  errors.noteError(Object.assign(new TypeError(message), { stack }));
  return errors.notedErrors().at(-1)?.text;
};

describe('an unexpected error', () => {
  it.each([
    ['Chromium', 'TypeError: x is null\n    at f (chrome-extension://abc/background.js:1:20)'],
    ['Firefox', 'f@moz-extension://0-1-2/background.js:1:20\n'],
  ])('is remembered with its message once and its places: %s', (_, stack) => {
    const text = noteWith('x is null', stack);
    expect(text?.match(/TypeError: x is null/g)).toHaveLength(1);
    expect(text).toMatch(/f.{1,2}background\.js:1:20/);
    expect(text).not.toContain('extension:');
  });

  it.each([
    'No permission for https://private.example/path?key=secret now',
    'Invalid header value "secret"',
    "Unexpected token 's', 'secret' is not valid JSON",
  ])('names no page and no key: %s', (message) => {
    const text = noteWith(message, '');
    expect(text).not.toMatch(/secret|private\.example/);
    expect(text).toMatch(/‹(address|text)›/);
  });

  it('is remembered by its type alone if it is no error', () => {
    errors.noteError('secret');
    expect(errors.notedErrors()).toEqual([
      { at: expect.any(Number) as number, text: 'A value of type string was thrown.' },
    ]);
  });

  it('is dropped after twenty others', () => {
    for (let count = 0; count < 25; count += 1) errors.noteError(new Error(`number ${String(count)}`));
    const noted = errors.notedErrors();
    expect([noted.length, noted[0]?.text, noted.at(-1)?.text]).toEqual([
      20,
      expect.stringContaining('number 5') as string,
      expect.stringContaining('number 24') as string,
    ]);
  });

  it('is replaced by a value', async () => {
    expect(await Promise.reject(new Error('x')).catch(errors.notedAs(false))).toBe(false);
    expect(errors.notedErrors()).toHaveLength(1);
  });
});
