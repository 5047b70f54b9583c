// Why there is no position, derived from the browser's errors.
import { expect, test } from 'vitest';
import { loadMessages } from '@kippu/words/load-messages';
import { GEOLOCATION_TIMEOUT_MS, MAPS_TIMEOUT_MS } from '@kippu/contract/limits';
import { findPosition, positionRefusal, positionRefusalText } from './use-position.ts';

test.each([
  [1, 'positionDenied'],
  [2, 'positionOff'],
  [3, 'positionTimeout'],
  [99, 'positionOff'],
])('code %i is %s', (code, reason) => expect(positionRefusal(code)).toBe(reason));

/** A phone that answers each request in turn, with a position or an error code. */
function phone(...answers: (GeolocationCoordinates | 1 | 2 | 3)[]) {
  const asked: PositionOptions[] = [];
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, refused, options) => {
    const answer = answers[asked.push(options ?? {}) - 1];
    if (typeof answer === 'object') found({ coords: answer, timestamp: 0 } as GeolocationPosition);
    else refused?.({ code: answer } as GeolocationPositionError);
  };
  return { asked, geolocation: { getCurrentPosition } };
}
const there = { latitude: 34.985, longitude: 135.758, accuracy: 400 } as GeolocationCoordinates;
const position = { lat: 34.985, lon: 135.758, accuracy: 400 };

test('satellites are enough where they are visible', async () => {
  const { asked, geolocation } = phone(there);
  expect(await findPosition(geolocation)).toEqual({ is: 'found', position });
  expect(asked).toMatchObject([{ enableHighAccuracy: true, timeout: GEOLOCATION_TIMEOUT_MS }]);
});

test.each([2, 3] as const)(
  'underground (%i) the position comes from nearby networks, within ten seconds',
  async (code) => {
    const { asked, geolocation } = phone(code, there);
    expect(await findPosition(geolocation)).toEqual({ is: 'found', position });
    expect(asked[1]).toMatchObject({ enableHighAccuracy: false, timeout: MAPS_TIMEOUT_MS });
  },
);

test('if both fail, the first reason is shown; after a refusal by the traveller there is no second request', async () => {
  expect(await findPosition(phone(3, 2).geolocation)).toEqual({ is: 'refused', reason: 'positionTimeout' });
  const denied = phone(1, there);
  expect(await findPosition(denied.geolocation)).toEqual({ is: 'refused', reason: 'positionDenied' });
  expect(denied.asked).toHaveLength(1);
});

test('each refusal has a text with a next step, in every language', async () => {
  for (const language of ['ja', 'en', 'ko', 'zh-CN', 'zh-TW'] as const) {
    const messages = await loadMessages(language);
    const reasons = ['positionDenied', 'positionOff', 'positionTimeout', 'positionInsecure'] as const;
    const texts = reasons.map((reason) => positionRefusalText(messages, reason));
    expect(new Set(texts).size).toBe(reasons.length);
  }
});
