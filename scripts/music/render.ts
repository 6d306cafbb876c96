import { mix, type Random, sampleRate, seeded, silence, type Stereo } from './dsp.ts';
import { master, setLoudness } from './master.ts';
import type { Layer, Note, Piece } from './score.ts';
import { pingPong, reverberate } from './space.ts';

/** Seconds after the last beat, for the reverb and the fade. */
const tail = 4;

/** The second of a beat: the tempo varies slightly over four bars and slows down in the last six beats. */
function clock({ beatsPerMinute, beats }: Piece): (beat: number) => number {
  const beatSeconds = 60 / beatsPerMinute;
  return (beat) => {
    const variation = 0.035 * Math.sin((2 * Math.PI * beat) / 16);
    const late = Math.max(0, beat - (beats - 6));
    return 0.12 + beat * beatSeconds + variation + late ** 2 * beatSeconds * 0.02;
  };
}

/** Seconds from the first sound to the end of the fade. */
export function lengthOf(piece: Piece): number {
  return clock(piece)(piece.beats) + tail;
}

function play(layer: Layer, { piece, random }: { piece: Piece; random: Random }): Stereo {
  const second = clock(piece);
  const out = silence(Math.ceil(lengthOf(piece) * sampleRate));
  const pan = ((layer.pan ?? 0) + 1) * (Math.PI / 4);
  const channels = [
    { target: out.left, side: -1, gain: Math.cos(pan) },
    { target: out.right, side: 1, gain: Math.sin(pan) },
  ] as const;

  const playNote = (note: Note): void => {
    const at = Math.max(0, second(note.beat) + (random() - 0.5) * 0.018);
    const duration = second(note.beat + note.beats) - second(note.beat);
    const velocity = Math.min(1, note.velocity * (0.93 + 0.14 * random()));
    const frequency = 440 * 2 ** ((note.pitch - 69) / 12);

    for (const { target, side, gain } of channels) {
      const voice = layer.voice({ frequency, duration, velocity, at, side, random });
      mix(target, voice, { gain, offset: Math.round(at * sampleRate) });
    }
  };

  layer.notes.forEach(playNote);
  return out;
}

function addBoth(target: Stereo, source: Stereo, gain: number): void {
  mix(target.left, source.left, { gain });
  mix(target.right, source.right, { gain });
}

/** The finished sound of a piece; the same piece always gives the same samples. */
export function render(piece: Piece): Stereo {
  const random = seeded(piece.slug);
  const out = silence(Math.ceil(lengthOf(piece) * sampleRate));
  const room = new Float32Array(out.left.length);
  const echo = new Float32Array(out.left.length);

  for (const layer of piece.layers) {
    const sound = play(layer, { piece, random });
    setLoudness(sound, layer.loudness);
    addBoth(out, sound, 1);
    for (const channel of [sound.left, sound.right]) {
      mix(room, channel, { gain: layer.room / 2 });
      mix(echo, channel, { gain: (layer.echo ?? 0) / 2 });
    }
  }

  const repeats = pingPong(echo, (60 / piece.beatsPerMinute) * 0.75);
  addBoth(out, repeats, 1);
  for (const channel of [repeats.left, repeats.right]) mix(room, channel, { gain: 0.3 });

  const hall = reverberate(room, 3.4, random);
  addBoth(out, hall, 0.5);

  master(out, { target: -20, fadeOut: tail });
  return out;
}
