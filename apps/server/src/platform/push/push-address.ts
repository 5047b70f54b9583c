// Which addresses of push services the server calls. Phones send them, so they must never lead into the operator's own network.
import { lookup, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../http/loopback.ts';
import { mayConnect } from '../http/public-address.ts';
import type { PushSettings } from '../start/push-settings.ts';

const fits = (pattern: string, { hostname, host }: URL): boolean => {
  if (pattern === '*') return true;
  if (pattern.startsWith('*.')) return hostname.endsWith(pattern.slice(1));
  return pattern === hostname || pattern === host;
};

/** The service of all addresses on this machine that no entry of PUSH_HOSTS names. */
const LOOPBACK = 'loopback';

/** Lists the services that may be called: the entries of PUSH_HOSTS, and this machine. */
export const pushServices = ({ hosts, allowsLoopback }: PushSettings): readonly string[] =>
  allowsLoopback ? [...hosts, LOOPBACK] : hosts;

/**
 * Returns the service (one of `pushServices`) of a phone's address; undefined for an address that may not be called: not by HTTPS, with an IP
 * address, a port or a password, or of a host that PUSH_HOSTS does not allow.
 */
export function serviceOf(endpoint: string, settings: PushSettings): string | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return undefined;
  const named = settings.hosts.find((pattern) => fits(pattern, url));
  if (isLoopbackHost(url.hostname)) return settings.allowsLoopback ? (named ?? LOOPBACK) : undefined;
  const isName = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0 && url.hostname.includes('.');
  return url.protocol === 'https:' && url.port === '' && isName ? named : undefined;
}

/**
 * Whether a phone's address may be saved. Its host's IP addresses are looked up; a host that cannot be looked up now is accepted, because
 * each push checks the address that it connects to.
 */
export async function isAllowedEndpoint(endpoint: string, settings: PushSettings): Promise<boolean> {
  if (serviceOf(endpoint, settings) === undefined) return false;
  const { hostname } = new URL(endpoint);
  const found = await new Promise<readonly LookupAddress[]>((resolve) => {
    lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }, (error, all) => resolve(error ? [] : all));
  });
  return found.every(({ address }) => mayConnect(address, settings));
}
