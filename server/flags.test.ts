import { expect, test } from 'vitest';
import { help, readFlags } from './flags.ts';

test.each([
  [['--port', 'eighty'], {}, /^"eighty" is not a port/],
  [['--port', '65536'], {}, /^"65536" is not a port/],
  [['--port', '-1'], {}, /^--port needs a value/],
  [['--port=1.5'], {}, /^"1\.5" is not a port/],
  [[], { WAYLARK_PORT: '8e3' }, /^"8e3" is not a port/],
  [['--data'], {}, /^--data needs a value/],
  [['--data', '--port', '0'], {}, /^--data needs a value/],
  [['--grayscale'], {}, /^--grayscale needs a value/],
  [['--help=yes'], {}, /^--help takes no value/],
  [['--prot', '1'], {}, /^Unknown flag --prot/],
  [['--remove-application', 'ID'], {}, /^Unknown flag --remove-application/],
  [['-x'], {}, /^Unknown flag -x/],
  [['8404'], {}, /^Unknown word "8404"/],
  [['--constructor'], {}, /^Unknown flag --constructor/],
])('%j %j is refused with one sentence', (args, environment, sentence) => {
  let refusal: unknown;
  try {
    readFlags(args, environment);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(sentence) as string,
  });
  expect(refusal).toMatchObject({ message: expect.stringMatching(/^[^\n]*\.$/) as string });
});

test('the help lists every flag, default and variable', () => {
  for (const word of [
    '--port',
    '8404',
    'WAYLARK_PORT',
    '--data',
    '.data',
    'WAYLARK_DATA',
    '--grayscale',
    'WAYLARK_GRAYSCALE',
    '--host',
    'WAYLARK_HOST',
  ])
    expect(help).toContain(word);
});
