import { mix, type Random, sampleRate, seeded, silence, type Stereo } from './dsp.ts';
import { master, setLoudness } from './master.ts';
import type { Layer, Note, Piece } from './score.ts';
import { pingPong, reverberate } from './space.ts';

const tail = 4;

/** Beat → second: a tempo that breathes over four bars and holds back at the end. */
function clock({ beatsPerMinute, beats }: Piece): (beat: number) => number {
  const beatSeconds = 60 / beatsPerMinute;
  return (beat) => {
    const breath = 0.035 * Math.sin((2 * Math.PI * beat) / 16);
    const late = Math.max(0, beat - (beats - 6));
    return 0.12 + beat * beatSeconds + breath + late ** 2 * beatSeconds * 0.02;
  };
}

/** Seconds from the first sound to the end of the fade. */
export function duration(piece: Piece): number {
  return clock(piece)(piece.beats) + tail;
}

function play(layer: Layer, { piece, random }: { piece: Piece; random: Random }): Stereo {
  const second = clock(piece);
  const out = silence(Math.ceil(duration(piece) * sampleRate));
  const pan = ((layer.pan ?? 0) + 1) * (Math.PI / 4);
  const ears = [
    { channel: out.left, side: -1, gain: Math.cos(pan) },
    { channel: out.right, side: 1, gain: Math.sin(pan) },
  ] as const;
  const sound = (note: Note): void => {
    const at = Math.max(0, second(note.beat) + (random() - 0.5) * 0.018);
    const held = second(note.beat + note.beats) - second(note.beat);
    const velocity = Math.min(1, note.velocity * (0.93 + 0.14 * random()));
    const frequency = 440 * 2 ** ((note.pitch - 69) / 12);
    for (const { channel, side, gain } of ears) {
      const voice = layer.voice({ frequency, held, velocity, at, side, random });
      mix(channel, voice, { gain, offset: Math.round(at * sampleRate) });
    }
  };
  layer.notes.forEach(sound);
  return out;
}

function addBoth(target: Stereo, source: Stereo, gain: number): void {
  mix(target.left, source.left, { gain });
  mix(target.right, source.right, { gain });
}

/** The finished sound of a piece; the same piece always gives the same samples. */
export function render(piece: Piece): Stereo {
  const random = seeded(piece.slug);
  const out = silence(Math.ceil(duration(piece) * sampleRate));
  const room = new Float32Array(out.left.length);
  const echo = new Float32Array(out.left.length);
  for (const layer of piece.layers) {
    const sound = play(layer, { piece, random });
    setLoudness(sound, layer.loudness);
    addBoth(out, sound, 1);
    for (const ear of [sound.left, sound.right]) {
      mix(room, ear, { gain: layer.room / 2 });
      mix(echo, ear, { gain: (layer.echo ?? 0) / 2 });
    }
  }
  const repeats = pingPong(echo, (60 / piece.beatsPerMinute) * 0.75);
  addBoth(out, repeats, 1);
  for (const ear of [repeats.left, repeats.right]) mix(room, ear, { gain: 0.3 });
  const hall = reverberate(room, 3.4, random);
  addBoth(out, hall, 0.5);
  master(out, { target: -20, fadeOut: tail });
  return out;
}
