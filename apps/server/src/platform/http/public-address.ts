// Which IP addresses the server calls. Others send it host names, which must never lead into the operator's own network.
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost } from './loopback.ts';

export interface AllowedAddresses {
  /** Whether this machine may be called, by `http:` too. */
  readonly allowsLoopback: boolean;
}

/** An address leads to a place that must not be called. */
export class BlockedAddressError extends Error {
  readonly code = 'EBLOCKED';
}

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
export const mayConnect = (address: string, { allowsLoopback }: AllowedAddresses): boolean =>
  isPublicAddress(address) || (allowsLoopback && isLoopbackHost(address));

/** Looks a host up and returns only addresses that may be called: what is checked is what is connected to. */
export const checkedLookup =
  (settings: AllowedAddresses): LookupFunction =>
  (hostname, options, answer) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return answer(error ?? new Error('no address'), '');
      if (!found.every(({ address }) => mayConnect(address, settings)))
        return answer(new BlockedAddressError(`${hostname} is not on the public internet`), '');
      return options.all ? answer(null, found) : answer(null, first.address, first.family);
    });
  };
