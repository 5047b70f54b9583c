// Whose address limits and locks count by.
import { isIP, isIPv6 } from 'node:net';

/** The first four groups of an IPv6 address, zeros written out. */
function network(address: string): string {
  const [head = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  return Array.from({ length: 4 }, (_, at) => Number.parseInt(groups[at] ?? '0', 16).toString(16)).join(':');
}

/**
 * Takes what a proxy says the address is, and the connection's own, for a proxy may repeat anything. An IPv6 address
 * gives its /64: one line has all of it, and could come from another one at each try.
 */
export function clientAddress(forwarded: string, connection: string): string {
  const address = isIP(forwarded) === 0 ? connection : forwarded;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? `${network(address)}::/64` : address;
}
