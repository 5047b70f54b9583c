// Identifies the device that a mailed code belongs to: by the browser's cookie, or by its `x-device-id` header while it has no cookie.
import type { Device } from './known-device.ts';
import { deviceHash } from './known-device.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the device id of the request header; '' without one. */
export function deviceOf(headers: Headers): string {
  const deviceId = headers['x-device-id'];
  return typeof deviceId === 'string' ? deviceId.slice(0, 100) : '';
}

/**
 * Returns keyed hashes of the device's identifiers, the strongest first. A code is stored under the first and found under any, because the
 * browser may receive its cookie together with the code. Neither can be guessed for another device.
 */
export function deviceHashes(keys: Keys, device: Device, headers: Headers): string[] {
  const named = keys.mac(`named device\n${deviceOf(headers)}`);
  const known = deviceHash(keys, device);
  return known === undefined ? [named] : [known, named];
}
