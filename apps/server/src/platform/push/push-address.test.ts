// Which addresses the server calls: an address that a phone sends leads nowhere inside.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newPushKey, pushKeysOf } from '../keys/push-keys.ts';
import type { PushSettings } from '../start/push-settings.ts';
import { PushPhone } from '../../../test/push/push-service.ts';
import { BlockedAddressError, mayConnect } from '../http/public-address.ts';
import { isAllowedEndpoint, pushServices, serviceOf } from './push-address.ts';
import { newPushSender } from './send-push.ts';

/** The IP addresses of `evil.example`; every other name is looked up as usual. */
let resolved: { address: string; family: number }[] = [];
vi.mock('node:dns', async (load) => {
  const real = await load<typeof import('node:dns')>();
  type Answer = (error: Error | null, found: unknown) => void;
  const lookup = (name: string, options: object, answer: Answer) =>
    name.endsWith('evil.example') ? answer(null, resolved) : real.lookup(name, options, answer as never);
  return { ...real, default: { ...real, lookup }, lookup };
});
const PRODUCTION: PushSettings = {
  hosts: ['fcm.googleapis.com', '*.push.apple.com', '*.evil.example'],
  allowsLoopback: false,
  contact: 'mailto:help@railway.example',
};
const HERE: PushSettings = { ...PRODUCTION, allowsLoopback: true };
const ANY: PushSettings = { ...PRODUCTION, hosts: ['*'] };

afterEach(() => {
  resolved = [];
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/1', 'fcm.googleapis.com'],
  ['https://web.push.apple.com/Q', '*.push.apple.com'],
  ['https://push.apple.com/Q', undefined],
  ['https://web.push.apple.com.example.org/Q', undefined],
  ['https://fcm.googleapis.com:444/fcm', undefined],
  ['http://fcm.googleapis.com/fcm', undefined],
  ['https://u:p@fcm.googleapis.com/fcm', undefined],
  ['http://127.0.0.1:9/', undefined],
  ['http://localhost/', undefined],
  ['no address', undefined],
])('%s is of the service %s', (endpoint, service) => {
  expect(serviceOf(endpoint, PRODUCTION)).toBe(service);
});

test.each([
  'https://10.1.2.3/',
  'https://[fd00::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://intranet/',
  'http://a.example/',
  'https://localhost/',
])('%s is never called, even where every public host is allowed', (endpoint) => {
  expect(serviceOf(endpoint, ANY)).toBeUndefined();
});

test('this machine is called only where the server itself is reached on it alone', () => {
  expect(serviceOf('http://127.0.0.1:8081/push', HERE)).toBe('loopback');
  expect(pushServices(HERE)).toContain('loopback');
  expect(pushServices(PRODUCTION)).not.toContain('loopback');
  expect([mayConnect('127.0.0.1', HERE), mayConnect('127.0.0.1', PRODUCTION)]).toEqual([true, false]);
});

describe('an IP address', () => {
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.1.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2001:db8::1',
    '2002:a00:1::',
    '2001::1',
    'not an address',
  ])('%s is inside', (address) => {
    expect(mayConnect(address, PRODUCTION)).toBe(false);
  });
  test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => {
      expect(mayConnect(address, PRODUCTION)).toBe(true);
    },
  );
});

test('a name of an allowed host that leads inside is refused when it is saved, also beside a public address', async () => {
  resolved = [{ address: '8.8.8.8', family: 4 }];
  expect(await isAllowedEndpoint('https://a.evil.example/', PRODUCTION)).toBe(true);
  resolved = [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  expect(await isAllowedEndpoint('https://a.evil.example/', PRODUCTION)).toBe(false);
});

test('a name that leads inside only when a message is sent is not connected to', async () => {
  let asked = 0;
  const inside = createServer((_request, response) => {
    asked += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  resolved = [{ address: '127.0.0.1', family: 4 }];
  const now = Date.parse('2026-04-01T00:00:00Z');
  const pushKeys = pushKeysOf([newPushKey(now)], now);
  const sender = newPushSender({
    pushKeys,
    settings: PRODUCTION,
    contact: PRODUCTION.contact,
    clock: () => now,
  });
  const phone = { endpoint: 'https://a.evil.example/push', ...(await PushPhone.make('a')).keys };
  const push = { phone, message: '{}', ttlSeconds: 60, topic: 'a', urgency: 'normal' } as const;
  await expect(sender.send(push)).rejects.toBeInstanceOf(BlockedAddressError);
  const direct = { ...push, phone: { ...phone, endpoint: 'https://127.0.0.1/push' } };
  await expect(sender.send(direct)).rejects.toBeInstanceOf(BlockedAddressError);
  expect(asked).toBe(0);
  sender.close();
  inside.close();
  await once(inside, 'close');
});
