// Which addresses an endpoint may have.
import { isIP } from 'node:net';
import type { AllowedAddresses } from '../../platform/http/public-address.ts';
import { isLoopbackHost } from '../../platform/http/loopback.ts';

/**
 * Returns the address of an endpoint as it is stored and shown: ASCII, as the URL Standard writes it. Undefined if an endpoint may not have it. It may be
 * HTTPS to a public host name, without a user, a password or a fragment. This machine may be called, by HTTP too, where the settings allow it. Each
 * connection checks the IP address that it leads to.
 */
export function endpointUrl(text: string, { allowsLoopback }: AllowedAddresses): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, hash, href } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return undefined;
  const isName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 && hostname.includes('.');
  const isAllowed = isLoopbackHost(hostname)
    ? allowsLoopback && (protocol === 'https:' || protocol === 'http:')
    : protocol === 'https:' && isName;
  return isAllowed ? href : undefined;
}
