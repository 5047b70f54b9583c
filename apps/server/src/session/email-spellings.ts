// The spellings under which an address may be stored.
import { domainToASCII } from 'node:url';

/**
 * Returns a normalised email, whose domain has its Unicode spelling, and where it differs the spelling in punycode: earlier releases stored
 * what the browser sent. The account of either is the same one.
 */
export function spellingsOf(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  const ascii = at === 0 ? '' : domainToASCII(domain);
  return ascii === '' || ascii === domain ? [email] : [email, email.slice(0, at) + ascii];
}
