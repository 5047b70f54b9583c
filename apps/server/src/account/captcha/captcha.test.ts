// The captcha: neither picture nor sound contains the text; it is valid once, for five minutes.
import { offeredLanguages } from '@kippu/contract/languages';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AUTH, OPEN, codeOf, openAccountApp, type AccountFixture } from '../../../test/account.ts';
import { GLYPHS, PICTURE_ALPHABET, SOUND_ALPHABET } from './captcha-glyphs.ts';
import { drawCaptcha } from './captcha-picture.ts';
import { soundCaptcha } from './captcha-sound.ts';

let phone: AccountFixture;

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(() => phone.reset());

const bytesOf = (uri: string) => Buffer.from(uri.split(',')[1] ?? '', 'base64');
const check = (captchaId: string, answer: string) =>
  phone.call('POST', `${AUTH}/auth/checkCaptcha`, { captchaId, answer });

/** Counts the beeps of each digit; a long silence ends a digit. */
function hear(wav: Buffer): string {
  const loud = Array.from(
    { length: Math.floor((wav.length - 44) / 80) },
    (_, i) => Math.max(...wav.subarray(44 + i * 80, 124 + i * 80)) > 160,
  );
  let digits = '';
  let [beeps, quiet] = [0, 0];
  for (const [i, sounds] of loud.entries()) {
    if (sounds && loud[i - 1] !== true) beeps += 1;
    quiet = sounds ? 0 : quiet + 1;
    if (quiet === 40 && beeps > 0) {
      digits += String(beeps);
      beeps = 0;
    }
  }
  return digits;
}

test('both routes draw an SVG of paths alone, with the question in the language asked for', async () => {
  const titles = new Set<string>();
  for (const language of offeredLanguages())
    for (const url of [`${OPEN}/genCaptcha`, `${AUTH}/auth/genCaptcha`]) {
      const headers = { 'accept-language': language };
      const { image, audio } = (await phone.call('GET', url, undefined, { headers })).json().data;
      const svg = bytesOf(image).toString();
      expect(image).toMatch(/^data:image\/svg\+xml;base64,/);
      expect(svg.replaceAll(/<\/?(svg|title|rect|g|path)\b/g, '')).not.toMatch(/<[a-z]/);
      expect(audio).toBeUndefined();
      titles.add(/<title>(.+)<\/title>/.exec(svg)?.[1] ?? '');
    }
  expect(titles.size).toBe(offeredLanguages().length);
});

test('the same text never looks the same, and every character has strokes', () => {
  expect(drawCaptcha('ACEHJ', 't')).not.toBe(drawCaptcha('ACEHJ', 't'));
  for (const character of PICTURE_ALPHABET + SOUND_ALPHABET) expect(GLYPHS[character]).toBeDefined();
  const svg = bytesOf(drawCaptcha([...SOUND_ALPHABET, 'W', 'X'].join(''), 't')).toString();
  expect(svg).not.toContain('NaN');
});

test('the sound beeps each digit, small enough to be sent', async () => {
  for (const digits of ['1234', '9999', '5678', '1111']) {
    const wav = bytesOf(soundCaptcha(digits));
    expect(hear(wav)).toBe(digits);
    expect(wav.length).toBeLessThanOrEqual(100_000);
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  }
});

test('a person who hears the digits gets a pass', async () => {
  const { captchaId, image, audio } = (await phone.call('GET', `${OPEN}/genCaptcha?audio=true`)).json().data;
  expect(image).toMatch(/^data:image/);
  const digits = hear(bytesOf(audio));
  expect(digits).toMatch(/^[1-9]{4}$/);
  // As a thumb types it: full width, with a space.
  const typed = ` ${String.fromCodePoint((digits.codePointAt(0) ?? 0) + 0xfee0)}${digits.slice(1)}`;
  expect((await check(captchaId, typed)).json().data.captchaPass).toMatch(/^[\w-]{43}$/);
});

test('an answer is checked once, right or wrong, within five minutes', async () => {
  expect(await codeOf(check(await phone.knownCaptcha(), '34679'))).toBe('OK');
  const wrong = await phone.knownCaptcha();
  const refused = await check(wrong, '34678');
  expect([refused.statusCode, refused.json().code]).toEqual([423, 'MFA-0024']);
  expect(await codeOf(check(wrong, '34679'))).toBe('MFA-0023');
  const empty = await phone.knownCaptcha();
  expect(await codeOf(check(empty, ' '))).toBe('imgCodeError');
  expect(await codeOf(check(empty, '34679'))).toBe('OK');
  const late = await phone.knownCaptcha();
  phone.deps.advance(5 * 60_000);
  expect(await codeOf(check(late, '34679'))).toBe('MFA-0023');
  const same = await phone.knownCaptcha();
  const both = await Promise.all([check(same, '34679'), check(same, '34679')].map(codeOf));
  expect(both.toSorted()).toEqual(['MFA-0023', 'OK']);
});

test('an address gets a limited number of pictures', async () => {
  const ask = (address?: string) =>
    phone.call('GET', `${OPEN}/genCaptcha`, undefined, address === undefined ? {} : { address });
  for (let i = 0; i < 60; i += 1) await ask();
  const refused = await ask();
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'MFA-0021']);
  expect(refused.headers['retry-after']).toBe('600');
  expect(await codeOf(ask('192.0.2.7'))).toBe('OK');
  phone.deps.advance(10 * 60_000);
  expect(await codeOf(ask())).toBe('OK');
  // The expired ones were deleted.
  const stored = await phone.deps.db.selectFrom('captcha').select('captcha_id').execute();
  expect(stored).toHaveLength(1);
});
