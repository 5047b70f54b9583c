// A captcha's digits as sound: each digit is that many short beeps, followed by a pause. 8 kHz, 8 bits, under 100 kB.
import { randomBytes, randomInt } from 'node:crypto';

const RATE = 8_000;
const BEEP_MS = 120;
const GAP_MS = 110;
const PAUSE_MS = 700;
const HEADER_BYTES = 44;

const samples = (milliseconds: number): number => Math.round((milliseconds * RATE) / 1000);

/** Returns samples around 128 with faint noise. One call of randomBytes fills them all; a call for each sample takes 30 ms. */
function silence(milliseconds: number): Buffer {
  return randomBytes(samples(milliseconds)).map((byte) => 125 + (byte % 7)) as Buffer;
}

function beep(pitch: number): Buffer {
  const heard = silence(BEEP_MS);
  // The amplitude rises and falls, because a beep cut off at full amplitude clicks.
  for (const [i, hiss] of heard.entries())
    heard[i] =
      hiss +
      Math.round(90 * Math.sin((Math.PI * i) / heard.length) * Math.sin((2 * Math.PI * pitch * i) / RATE));
  return heard;
}

function wav(data: Buffer): Buffer {
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
  return Buffer.concat([header, data]);
}

/** Returns the digits 1 to 9 as a WAV data URI. Each digit has its own pitch, so that groups can be distinguished. */
export function soundCaptcha(digits: string): string {
  const groups = [...digits].flatMap((digit) => {
    const pitch = randomInt(450, 900);
    const beeps = Array.from({ length: Number(digit) }, () => [beep(pitch), silence(GAP_MS)]);
    return [...beeps.flat(), silence(PAUSE_MS)];
  });
  return `data:audio/wav;base64,${wav(Buffer.concat([silence(200), ...groups])).toString('base64')}`;
}
