// The attributes of this server's one cookie.
import { expect, test } from 'vitest';
import { rememberDevice } from './known-device.ts';
import { newKeys } from '../../platform/keys/password-keys.ts';

function cookieOf(publicOrigin: string) {
  const calls: unknown[] = [];
  const setCookie = (...cookie: unknown[]) => void calls.push(...cookie);
  const now = Date.UTC(2026, 3, 1);
  rememberDevice(
    { keys: newKeys(now), config: { publicOrigin }, setCookie, now },
    { id: undefined, logins: [] },
  );
  const [name, , attributes] = calls;
  return { name, attributes };
}

test('over https the cookie is sent over https only, to this host only', () => {
  const { name, attributes } = cookieOf('https://kippu.example');
  expect(name).toMatch(/^__Host-/);
  expect(attributes).toMatchObject({ secure: true, path: '/' });
  expect(attributes).not.toHaveProperty('domain');
});

test('scripts cannot read the cookie, and other sites cannot have it sent', () => {
  expect(cookieOf('https://kippu.example').attributes).toMatchObject({ httpOnly: true, sameSite: 'strict' });
});
