import { createMp3Encoder } from 'wasm-media-encoders';
import { sampleRate, type Stereo } from './dsp.ts';

/** Constant bitrate in kbit/s: a player then knows the length from the first bytes, and seeks exactly. */
const bitrate = 64;

/** Stereo → the bytes of an MP3 file (LAME). */
export async function toMp3({ left, right }: Stereo): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 2, bitrate, outputSampleRate: sampleRate });
  // What the encoder returns is its own memory, which the next call overwrites.
  const body = Uint8Array.from(encoder.encode([left, right]));
  return Buffer.concat([body, encoder.finalize()]);
}
