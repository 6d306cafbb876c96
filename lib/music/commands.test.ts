import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommand } from './commands.ts';
import type { Command } from './contract.ts';

const commands: Command[] = [
  { do: 'play', by: 'person' },
  { do: 'play', by: 'itself' },
  { do: 'pause' },
  { do: 'next' },
  { do: 'previous' },
  { do: 'look' },
  { do: 'stay' },
  { do: 'seek', to: 12.5 },
  { do: 'seek', to: -3 },
  { do: 'volume', to: 0 },
  { do: 'volume', to: 1 },
  { do: 'mute', on: true },
  { do: 'shuffle', on: false },
  { do: 'repeat', mode: 'list' },
  { do: 'repeat', mode: 'one' },
  { do: 'repeat', mode: 'off' },
  { do: 'track', id: 7 },
  { do: 'sleep', after: 15 },
  { do: 'sleep', after: 30 },
  { do: 'sleep', after: 60 },
  { do: 'sleep', after: 'track-end' },
  { do: 'sleep', after: null },
];

describe('a command', () => {
  it.each(commands)('is read as it was given: %j', (command) => {
    expect(readCommand(structuredClone(command))).toEqual(command);
  });

  it.each<[string, unknown]>([
    ['no object', 'play'],
    ['nothing', null],
    ['a list', [{ do: 'pause' }]],
    ['an unknown one', { do: 'explode' }],
    ['a name of every object', { do: 'toString' }],
    ['one that lacks its part', { do: 'play' }],
    ['an unknown starter', { do: 'play', by: 'page' }],
    ['no number', { do: 'seek', to: '12' }],
    ['not a number', { do: 'seek', to: NaN }],
    ['without end', { do: 'seek', to: Infinity }],
    ['too loud', { do: 'volume', to: 1.01 }],
    ['below silence', { do: 'volume', to: -0.01 }],
    ['half an id', { do: 'track', id: 1.5 }],
    ['another mode', { do: 'repeat', mode: 'twice' }],
    ['another time', { do: 'sleep', after: 45 }],
    ['truthy', { do: 'mute', on: 1 }],
  ])('is none: %s', (_, received) => {
    expect(readCommand(received)).toBeNull();
  });

  it('keeps nothing that does not belong to it', () => {
    expect(readCommand({ do: 'pause', by: 'me', to: 3 })).toEqual({ do: 'pause' });
  });

  it('is never an error, whatever arrives', () => {
    fc.assert(fc.property(fc.anything(), (received) => void readCommand(received)));
  });
});
