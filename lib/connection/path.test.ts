import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathProblem } from './path.ts';

describe('the path of an operation', () => {
  it.each([
    '/time',
    '/openAPI/token',
    '/v4/time/',
    '/a-b_c~d.json',
    '/%E6%97%B6',
    '/a//b',
    `/${'x'.repeat(199)}`,
  ])('%s is taken as it is', (path) => expect(pathProblem(path)).toBeNull());

  it.each([
    ['time', 'no-slash'],
    ['?x', 'no-slash'],
    ['@evil.example/x', 'no-slash'],
    ['https://s.example/time', 'has-host'],
    ['//evil.example/time', 'has-host'],
    ['/../admin', 'bad-characters'],
    ['/a/..', 'bad-characters'],
    ['/a..b', 'bad-characters'],
    ['/./time', 'bad-characters'],
    ['/%2e%2E/admin', 'bad-characters'],
    ['/\\evil.example', 'bad-characters'],
    ['/time?x=1', 'bad-characters'],
    ['/time#x', 'bad-characters'],
    ['/my time', 'bad-characters'],
    ['/ti\tme', 'bad-characters'],
    ['/time\u0000', 'bad-characters'],
    ['/时间', 'bad-characters'],
    [`/${'x'.repeat(200)}`, 'too-long'],
  ])('%j is refused: %s', (path, problem) => expect(pathProblem(path)).toBe(problem));

  it('never leads out of the service address, whatever is typed', () => {
    const address = 'https://s.example/v3';
    const pieces = fc.constantFrom('/', '.', '..', '%2e', '\\', '?', '#', '@', ':', 'a', ' ', '\n', '时');
    const typed = fc.oneof(
      fc.string(),
      fc.array(pieces).map((some) => `/${some.join('')}`),
    );
    fc.assert(
      fc.property(typed, (path) => {
        if (pathProblem(path) === null) expect(new URL(address + path).href).toBe(address + path);
      }),
    );
  });
});
