// Which addresses of push services the server calls. Phones send them, so they must never lead into the operator's own network.
import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { isLoopbackHost } from '../http/loopback.ts';
import type { PushSettings } from '../start/push-settings.ts';

/** Special IPv4 addresses (RFC 6890): private, link-local, shared, documentation, multicast and reserved ones. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Parts of IPv6's public space that lead elsewhere: Teredo and 6to4 contain IPv4 addresses; documentation and benchmarks. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, bits] of SPECIAL_IPV4) special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of SPECIAL_IPV6) special.addSubnet(net, bits, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet. */
function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Whether a connection to a resolved IP address is allowed. */
export const mayConnect = (address: string, { allowsLoopback }: PushSettings): boolean =>
  isPublicAddress(address) || (allowsLoopback && isLoopbackHost(address));

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
