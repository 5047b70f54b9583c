// Which addresses an endpoint may have.
import { isIP } from 'node:net';
import type { AllowedAddresses } from '../../platform/http/public-address.ts';
import { isLoopbackHost } from '../../platform/http/loopback.ts';

/**
 * Whether an endpoint may have the address: HTTPS to a public host name, without a user, a password or a fragment. This machine may be called, by HTTP too,
 * where the settings allow it. Each connection checks the IP address that it leads to.
 */
export function isEndpointUrl(text: string, { allowsLoopback }: AllowedAddresses): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (isLoopbackHost(hostname)) return allowsLoopback && (protocol === 'https:' || protocol === 'http:');
  const isName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 && hostname.includes('.');
  return protocol === 'https:' && isName;
}
