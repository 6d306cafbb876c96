import { beforeEach, describe, expect, it, vi } from 'vitest';

let errors: typeof import('./error-log.ts');
beforeEach(async () => {
  vi.resetModules();
  errors = await import('./error-log.ts');
});

const logWith = (message: string, stack: string) => {
  errors.logError(Object.assign(new TypeError(message), { stack }));
  return errors.loggedErrors().at(-1)?.text;
};

describe('an unexpected error', () => {
  it.each([
    ['Chromium', 'TypeError: x is null\n    at f (chrome-extension://abc/background.js:1:20)'],
    ['Firefox', 'f@moz-extension://0-1-2/background.js:1:20\n'],
  ])('is remembered with its message once and its places: %s', (_, stack) => {
    const text = logWith('x is null', stack);
    expect(text?.match(/TypeError: x is null/g)).toHaveLength(1);
    expect(text).toMatch(/f.{1,2}background\.js:1:20/);
    expect(text).not.toContain('extension:');
  });

  it.each([
    'No permission for https://private.example/path?key=secret now',
    'Invalid header value "secret"',
    "Unexpected token 's', 'secret' is not valid JSON",
  ])('names no page and no key: %s', (message) => {
    const text = logWith(message, '');
    expect(text).not.toMatch(/secret|private\.example/);
    expect(text).toMatch(/‹(address|text)›/);
  });

  it('is remembered by its type alone if it is no error', () => {
    errors.logError('secret');
    expect(errors.loggedErrors()).toEqual([
      { at: expect.any(Number) as number, text: 'A value of type string was thrown.' },
    ]);
  });

  it('is dropped after twenty others', () => {
    for (let count = 0; count < 25; count += 1) errors.logError(new Error(`number ${String(count)}`));
    const logged = errors.loggedErrors();
    expect([logged.length, logged[0]?.text, logged.at(-1)?.text]).toEqual([
      20,
      expect.stringContaining('number 5') as string,
      expect.stringContaining('number 24') as string,
    ]);
  });

  it('is replaced by a value', async () => {
    expect(await Promise.reject(new Error('x')).catch(errors.logAndReturn(false))).toBe(false);
    expect(errors.loggedErrors()).toHaveLength(1);
  });
});
