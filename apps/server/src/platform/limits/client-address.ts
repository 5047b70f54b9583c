// Determines the address that limits and locks count by.
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Removes the port of an address: some proxies write `1.2.3.4:8080`, `[2001:db8::1]:80` or `[2001:db8::1]` into X-Forwarded-For. */
export function bareAddress(text: string): string {
  const [, bracketed, plain] =
    /^(?:\[([^\]]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/.exec(text.trim()) ?? [];
  return bracketed ?? plain ?? text.trim();
}

/**
 * Returns a function that says whether an address is a trusted proxy's. `setting` lists addresses, networks and the names `loopback`,
 * `linklocal` and `uniquelocal`, separated by commas. Throws TypeError for anything else.
 */
export function trustedProxies(setting: string): (address: string, hop: number) => boolean {
  const isTrusted = proxyAddr.compile(setting.split(',').map((each) => each.trim()));
  return (address, hop) => isTrusted(bareAddress(address), hop);
}

/**
 * Returns a function that reports, once, a request from a trusted proxy without its client's address: all clients of that proxy would share
 * the limits by address. `forwarded` is the address that the framework derived from the headers.
 */
export function proxyWatch(setting: string, report: (problem: string) => void) {
  const isTrusted = trustedProxies(setting);
  let reported = false;
  return (headers: Readonly<Record<string, unknown>>, forwarded: string, connection: string): void => {
    if (reported || !isTrusted(connection, 0)) return;
    const named = headers['x-forwarded-for'] !== undefined;
    if (named && isIP(bareAddress(forwarded)) !== 0) return;
    reported = true;
    report(
      named
        ? 'X-Forwarded-For of a trusted proxy holds no address'
        : 'a trusted proxy sends no X-Forwarded-For',
    );
  };
}

type Ip = ReturnType<typeof ipaddr.parse>;

/** Treats an IPv4 address written as IPv6 as IPv4. Checks with Node first, because ipaddr.js also accepts `1.2.3` and `0x7f.1`. */
const parsed = (text: string): Ip | undefined => (isIP(text) === 0 ? undefined : ipaddr.process(text));

/** Returns the network of an IPv6 address; `bits` is a multiple of eight. */
function networkOf(address: Ip, bits: number): string {
  const bytes = address.toByteArray().map((byte, at) => (at * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toNormalizedString()}/${bits}`;
}

/**
 * Returns the client that a request counts for: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber has to itself.
 * `forwarded` is the address from a trusted proxy, or the connection's; undefined when the connection has ended. If it is invalid, `connection`
 * counts.
 */
export function clientAddress(forwarded: string | undefined, connection: string): string {
  const address = parsed(bareAddress(forwarded ?? '')) ?? parsed(connection);
  if (!address) return connection;
  return address.kind() === 'ipv6' ? networkOf(address, 64) : address.toString();
}

/** A network that contains a client, and the multiple of a client's limit that the whole network may use. */
export interface CountedNetwork {
  readonly network: string;
  readonly share: number;
}

/**
 * Lists the networks that a client (of `clientAddress`) counts for, narrowest first. A subscriber with a /56 has 256 /64 networks, with a /48
 * 65,536, so these are limited too: a /56 to 4 times a client's limit, a /48 to 16 times.
 */
export function networksOf(client: string): readonly CountedNetwork[] {
  const [ip = '', bits] = client.split('/');
  const address = bits === '64' ? parsed(ip) : undefined;
  if (!address) return [{ network: client, share: 1 }];
  return [
    { network: client, share: 1 },
    { network: networkOf(address, 56), share: 4 },
    { network: networkOf(address, 48), share: 16 },
  ];
}
