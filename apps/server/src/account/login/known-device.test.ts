// The attributes of this server's one cookie, and the id of the browser in it.
import { expect, test } from 'vitest';
import { loggedInDevice, readDevice, rememberDevice } from './known-device.ts';
import { newKeys } from '../../platform/keys/password-keys.ts';

const NOW = Date.UTC(2026, 3, 1);
const keys = newKeys(NOW);

/** Returns the cookie that a browser with the cookie `before` gets, at a login to `email` if given. */
function remembered(publicOrigin: string, before?: string, email?: string) {
  const calls: unknown[] = [];
  const setCookie = (...cookie: unknown[]) => void calls.push(...cookie);
  const config = { publicOrigin };
  const device = readDevice(keys, config, { 'kippu-device': before });
  rememberDevice(
    { keys, config, setCookie, now: NOW },
    device,
    email ? { kind: 'account', email } : undefined,
  );
  const [name, value, attributes] = calls;
  return { name, value: String(value), attributes };
}

test('over https the cookie is sent over https only, to this host only', () => {
  const { name, attributes } = remembered('https://kippu.example');
  expect(name).toMatch(/^__Host-/);
  expect(attributes).toMatchObject({ secure: true, path: '/' });
  expect(attributes).not.toHaveProperty('domain');
});

test('scripts cannot read the cookie, and other sites cannot have it sent', () => {
  expect(remembered('https://kippu.example').attributes).toMatchObject({
    httpOnly: true,
    sameSite: 'strict',
  });
});

test('one account makes one known browser, however often it logs in without its cookie', () => {
  const http = 'http://localhost:8080';
  const known = (cookie: string) => loggedInDevice(keys, { publicOrigin: http }, { 'kippu-device': cookie });
  const login = (email: string, before?: string) => remembered(http, before, email).value;
  const first = login('a@example.jp');
  expect(known(first)).toMatch(/^[\w-]{22}$/);
  expect(known(login('a@example.jp'))).toBe(known(first));
  // A cookie that only names a browser is free, so it does not make another one.
  expect(known(login('a@example.jp', remembered(http).value))).toBe(known(first));
  expect(known(login('b@example.jp'))).not.toBe(known(first));
  // A family's phone stays one browser.
  expect(known(login('b@example.jp', first))).toBe(known(first));
});
