import { describe, expect, it } from 'vitest';
import { type Command, command } from './contract.ts';
import { sleepChoices } from './playback-options.ts';

const read = (received: unknown): Command | undefined => command.safeParse(received).data;

describe('the command schema', () => {
  it.each<[string, unknown]>([
    ['no object', 'play'],
    ['null', null],
    ['a list', [{ type: 'pause' }]],
    ['an unknown type', { type: 'explode' }],
    ['the name of a method of every object', { type: 'toString' }],
    ['a missing field', { type: 'play' }],
    ['an unknown value of by', { type: 'play', by: 'page' }],
    ['text for a number', { type: 'seek', to: '12' }],
    ['NaN', { type: 'seek', to: NaN }],
    ['infinity', { type: 'seek', to: Infinity }],
    ['a volume above 1', { type: 'volume', to: 1.01 }],
    ['a volume below 0', { type: 'volume', to: -0.01 }],
    ['a fraction for an id', { type: 'track', id: 1.5 }],
    ['an unknown repeat mode', { type: 'repeat', mode: 'twice' }],
    ['an unknown sleep choice', { type: 'sleep', after: 45 }],
    ['a number for a boolean', { type: 'mute', on: 1 }],
  ])('rejects %s', (_, received) => {
    expect(read(received)).toBeUndefined();
  });

  it('drops unknown fields', () => {
    expect(read({ type: 'pause', by: 'me', to: 3 })).toEqual({ type: 'pause' });
  });

  it('accepts exactly the sleep choices that the player offers', () => {
    const accepted = Array.from({ length: 100 }, (_, minutes) => minutes).filter((after) =>
      read({ type: 'sleep', after }),
    );
    expect([...accepted, 'track-end']).toEqual(sleepChoices);
  });
});
