// The settings of the live feeds.
import { expect, test } from 'vitest';
import { demoRealtimeSettings, realtimeSettings } from './realtime-settings.ts';

const URLS = 'OPERATOR_REALTIME_URLS';

test('without addresses no feeds are read', () => {
  expect(realtimeSettings({})).toBeUndefined();
  expect(realtimeSettings({ [URLS]: ' , ' })).toBeUndefined();
});

test('addresses, interval and header are read', () => {
  const env = {
    [URLS]: 'https://rail.example/trips.pb, http://127.0.0.1:9000/alerts',
    OPERATOR_REALTIME_SECONDS: '30',
    OPERATOR_REALTIME_HEADER: 'x-api-key: s3cret: with colon',
  };
  expect(realtimeSettings(env)).toEqual({
    urls: ['https://rail.example/trips.pb', 'http://127.0.0.1:9000/alerts'],
    everyMs: 30_000,
    headers: { 'x-api-key': 's3cret: with colon' },
    mayBeAbsent: false,
  });
  expect(realtimeSettings({ [URLS]: 'http://localhost/x' })?.everyMs).toBe(15_000);
});

test.each([
  ['http on another machine', { [URLS]: 'http://rail.example/x' }, URLS],
  ['another protocol', { [URLS]: 'file:///etc/passwd' }, URLS],
  ['no address', { [URLS]: 'rail.example' }, URLS],
  ['a password', { [URLS]: 'https://me:s3cret@rail.example/' }, URLS],
  ['too many', { [URLS]: Array.from({ length: 11 }, (_, n) => `https://rail.example/${n}`).join() }, URLS],
  [
    'a short interval',
    { [URLS]: 'https://a.example', OPERATOR_REALTIME_SECONDS: '4' },
    'OPERATOR_REALTIME_SECONDS',
  ],
  [
    'a header of two lines',
    { [URLS]: 'https://a.example', OPERATOR_REALTIME_HEADER: 'a: b\nc: d' },
    'OPERATOR_REALTIME_HEADER',
  ],
  ['a header alone', { OPERATOR_REALTIME_HEADER: 'a: s3cret' }, 'OPERATOR_REALTIME_HEADER'],
])('%s is refused, and no secret repeated', (_, env, setting) => {
  let message = '';
  try {
    realtimeSettings(env);
  } catch (error) {
    message = error instanceof Error ? error.message : '';
  }
  expect(message).toContain(`${setting}: `);
  expect(message).not.toContain('s3cret');
});

test('the feed of a demonstration is on this machine, and may be absent', () => {
  expect(demoRealtimeSettings({})).toBeUndefined();
  expect(demoRealtimeSettings({ DEMO_REALTIME_URL: 'http://127.0.0.1:8099/x' })).toMatchObject({
    urls: ['http://127.0.0.1:8099/x'],
    mayBeAbsent: true,
  });
  for (const DEMO_REALTIME_URL of ['http://rail.example/', 'https://127.0.0.1/', 'x'])
    expect(() => demoRealtimeSettings({ DEMO_REALTIME_URL })).toThrow('DEMO_REALTIME_URL');
});
