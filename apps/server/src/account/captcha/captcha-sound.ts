// A captcha's digits as sound: each digit is that many short beeps, then a pause. 8 kHz, 8 bits, under 100 kB.
import { randomInt } from 'node:crypto';

const RATE = 8_000;
const BEEP_MS = 120;
const GAP_MS = 110;
const PAUSE_MS = 700;
const HEADER_BYTES = 44;

const samples = (milliseconds: number): number => Math.round((milliseconds * RATE) / 1000);
/** Unsigned samples around 128, with a hiss of a few steps. */
const sample = (level: number): number => 128 + Math.round(level) + randomInt(-3, 4);
const silence = (milliseconds: number): number[] =>
  Array.from({ length: samples(milliseconds) }, () => sample(0));

function beep(pitch: number): number[] {
  const length = samples(BEEP_MS);
  // Rising and falling gently, for a beep cut off square clicks.
  return Array.from({ length }, (_, i) =>
    sample(90 * Math.sin((Math.PI * i) / length) * Math.sin((2 * Math.PI * pitch * i) / RATE)),
  );
}

function wav(data: readonly number[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  // PCM, one channel, RATE samples and bytes a second, one byte a sample, 8 bits.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, Buffer.from(data)]);
}

/** The digits 1 to 9 as a WAV data URI; each digit has a pitch of its own, so that groups are told apart. */
export function soundCaptcha(digits: string): string {
  const data = [...digits].flatMap((digit) => {
    const pitch = randomInt(450, 900);
    const beeps = Array.from({ length: Number(digit) }, () => [...beep(pitch), ...silence(GAP_MS)]);
    return [...beeps.flat(), ...silence(PAUSE_MS)];
  });
  return `data:audio/wav;base64,${wav([...silence(200), ...data]).toString('base64')}`;
}
