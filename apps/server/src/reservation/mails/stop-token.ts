// The link in a mail that ends the mails of the evening before. Its token names an account to this server only, and is good for nothing else.
import type { Config } from '../../platform/start/config.ts';
import { wrappingKeyOf } from '../../platform/keys/wrapping-key.ts';

/** `mac` returns a keyed SHA-256 in hex. */
interface Mac {
  readonly keys: { readonly mac: (text: string) => string };
}

const PURPOSE = 'stop mails of the evening before';
const MAX_TOKEN = 300;
const keyOf = ({ keys }: Mac) => wrappingKeyOf(Buffer.from(keys.mac(PURPOSE), 'hex'));

/** The path of the page and of the request that ends the mails. */
export const STOP_PATH = '/mails/stop';

/** Returns the address for an account. */
export function stopAddress(
  deps: Mac & { readonly config: Pick<Config, 'publicOrigin'> },
  accountId: string,
): string {
  const token = keyOf(deps).wrap(Buffer.from(accountId), PURPOSE);
  return `${deps.config.publicOrigin}${STOP_PATH}?token=${token}`;
}

/** Returns the account of a token; undefined for any other text, and after the server's secret was replaced. */
export const accountOfToken = (deps: Mac, token: unknown): string | undefined =>
  typeof token === 'string' && token.length <= MAX_TOKEN
    ? keyOf(deps).unwrap(token, PURPOSE)?.toString('utf8')
    : undefined;
