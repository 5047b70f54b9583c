// Known devices: a signed cookie lists the accounts or staff that have logged in with this browser. Failures by other people do not count
// against it.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../platform/start/config.ts';
import type { SetCookie } from '../../platform/calls/set-cookie.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';

/** A traveller's login or a staff login. */
export type Kind = 'account' | 'staff';

/** A browser stays known for this long after its last login. */
const KNOWN_DAYS = 400;
const DAY_MS = 24 * 3_600_000;
/** Enough for a family's phone. The oldest login is dropped. */
const LOGINS_KEPT = 6;

/** A browser, as its cookie describes it. */
export interface Device {
  /** 128 bits; undefined where the browser has no valid cookie. */
  readonly id: string | undefined;
  /** Its logins, newest first: `<day>.<keyed hash>`. */
  readonly logins: readonly string[];
}

const COOKIE = /^([\w-]{22})((?:~\d{1,6}\.[\w-]{43})*)~([\w-]{43})$/;

const mac = (keys: Keys, parts: readonly (string | number)[]): string =>
  Buffer.from(keys.mac(JSON.stringify(['device', ...parts])), 'hex').toString('base64url');
const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The cookie's name. With the prefix used over https, the browser accepts it from this host only. */
const nameOf = ({ publicOrigin }: Pick<Config, 'publicOrigin'>): string =>
  publicOrigin.startsWith('https:') ? '__Host-kippu-device' : 'kippu-device';

/** Reads the browser's cookie. A missing, forged or changed one gives a device without an id. */
export function readDevice(
  keys: Keys,
  config: Pick<Config, 'publicOrigin'>,
  cookies: Readonly<Record<string, string | undefined>>,
): Device {
  const [, id, logins = '', signature = ''] = COOKIE.exec(cookies[nameOf(config)] ?? '') ?? [];
  if (id === undefined || !isSame(signature, mac(keys, [id, logins]))) return { id: undefined, logins: [] };
  return { id, logins: logins.split('~').filter(Boolean) };
}

/** Returns the id of a browser that has logged in to any account; undefined for any other. */
export function loggedInDevice(...cookie: Parameters<typeof readDevice>): string | undefined {
  const { id, logins } = readDevice(...cookie);
  return logins.length > 0 ? id : undefined;
}

interface Login {
  readonly kind: Kind;
  /** Normalised. */
  readonly email: string;
}

const loginHash = (keys: Keys, id: string, kind: Kind, email: string, day: number) =>
  mac(keys, [id, kind, email, day]);

/** Whether the browser has logged in to this account (normalised email) within `KNOWN_DAYS`. `now` in epoch milliseconds. */
export function isKnownDevice(
  keys: Keys,
  { id, logins }: Device,
  { kind, email }: Login,
  now: number,
): boolean {
  if (id === undefined) return false;
  const today = Math.floor(now / DAY_MS);
  return logins.some((login) => {
    const [day = '', hash = ''] = login.split('.');
    const age = today - Number(day);
    return age >= 0 && age <= KNOWN_DAYS && isSame(hash, loginHash(keys, id, kind, email, Number(day)));
  });
}

interface Remember {
  readonly keys: Keys;
  readonly config: Pick<Config, 'publicOrigin'>;
  readonly setCookie: SetCookie;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Returns the id of a browser at its first login. It depends on the account alone: somebody who drops the cookie and logs in again
 * does not become many known browsers, each with a share of its address's limits.
 */
const firstId = (keys: Keys, { kind, email }: Login) => mac(keys, ['first', kind, email]).slice(0, 22);

/**
 * Sets the device cookie: adds a login, or only assigns an id when there is none. A browser keeps the id of its first login.
 */
export function rememberDevice(
  { keys, config, setCookie, now }: Remember,
  device: Device,
  login?: Login,
): void {
  const kept = device.logins.length > 0 || !login ? device.id : firstId(keys, login);
  const id = kept ?? randomBytes(16).toString('base64url');
  const today = Math.floor(now / DAY_MS);
  const others = device.logins.filter((old) => {
    const [day = '', hash = ''] = old.split('.');
    return !login || !isSame(hash, loginHash(keys, id, login.kind, login.email, Number(day)));
  });
  const added = login ? [`${today}.${loginHash(keys, id, login.kind, login.email, today)}`] : [];
  const logins = [...added, ...others].slice(0, LOGINS_KEPT).map((one) => `~${one}`);
  setCookie(nameOf(config), `${id}${logins.join('')}~${mac(keys, [id, logins.join('')])}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicOrigin.startsWith('https:'),
    maxAge: (KNOWN_DAYS * DAY_MS) / 1000,
  });
}

/** Returns the keyed hash under which tables store the browser; undefined for one without an id. */
export const deviceHash = (keys: Keys, { id }: Device): string | undefined =>
  id === undefined ? undefined : keys.mac(`device\n${id}`);
