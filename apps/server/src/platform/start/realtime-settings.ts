// The settings of the operator's live feeds.
import { isLoopbackHost } from '../http/loopback.ts';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface RealtimeSettings {
  /** The addresses of the feeds. */
  readonly urls: readonly string[];
  /** How often they are read, in milliseconds. */
  readonly everyMs: number;
  /** Sent along, for a feed that wants a key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is no fault that nobody gives out the feeds. */
  readonly mayBeAbsent: boolean;
}

const MAX_URLS = 10;

function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  // The value may contain a key, so it is not repeated.
  if (!url || !isAllowed)
    throw new ConfigError(
      'OPERATOR_REALTIME_URLS',
      'must be addresses that begin with https://, or with http:// on this machine, with commas between them',
    );
  if (url.username !== '' || url.password !== '')
    throw new ConfigError(
      'OPERATOR_REALTIME_URLS',
      'must not contain a name or a password; OPERATOR_REALTIME_HEADER can send a key',
    );
  return url.href;
}

function headerOf(env: Env): Readonly<Record<string, string>> {
  const text = env['OPERATOR_REALTIME_HEADER']?.trim();
  if (!text) return {};
  const [, name, value] =
    /^([\w!#$%&'*+.^`|~-]{1,100}):\s*([\x21-\x7e][\x20-\x7e]{0,2000})$/.exec(text) ?? [];
  // The value is a secret, so it is not repeated.
  if (name === undefined || value === undefined)
    throw new ConfigError('OPERATOR_REALTIME_HEADER', 'must be a name and a value: x-api-key: 1234');
  return { [name]: value };
}

/** Returns undefined where there are no live feeds. Throws a ConfigError. */
export function realtimeSettings(env: Env): RealtimeSettings | undefined {
  const urls = (env['OPERATOR_REALTIME_URLS'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(urlOf);
  const headers = headerOf(env);
  const seconds = env['OPERATOR_REALTIME_SECONDS']?.trim() || '15';
  if (!/^\d{1,3}$/.test(seconds) || Number(seconds) < 5 || Number(seconds) > 300)
    throw new ConfigError('OPERATOR_REALTIME_SECONDS', `must be 5 to 300, not "${seconds}"`);
  if (urls.length > MAX_URLS)
    throw new ConfigError('OPERATOR_REALTIME_URLS', `must be ${MAX_URLS} addresses at most`);
  if (urls.length === 0) {
    if (Object.keys(headers).length > 0)
      throw new ConfigError('OPERATOR_REALTIME_HEADER', 'needs OPERATOR_REALTIME_URLS');
    return undefined;
  }
  return { urls, everyMs: Number(seconds) * 1000, headers, mayBeAbsent: false };
}

/** Short enough to read it whenever it is looked whether feeds are to be read. */
const DEMO_EVERY_MS = 1_000;

/**
 * Returns how the feed of a demonstration is read, which is there only while somebody plays one; undefined without DEMO_REALTIME_URL. Throws a
 * ConfigError.
 */
export function demoRealtimeSettings(env: Env): RealtimeSettings | undefined {
  const text = env['DEMO_REALTIME_URL']?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' || !isLoopbackHost(url.hostname))
    throw new ConfigError('DEMO_REALTIME_URL', 'must be an address that begins with http:// on this machine');
  return { urls: [url.href], everyMs: DEMO_EVERY_MS, headers: {}, mayBeAbsent: true };
}
