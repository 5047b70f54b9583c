// Reads DATABASE_URL: one PostgreSQL server, or several of which one is used.

/** What a server must accept, as libpq's `target_session_attrs`: `any` connections, or those that write. */
type Needs = 'any' | 'write';

export interface DatabaseServers {
  /** A URL for each server, in the order in which they are tried. */
  readonly urls: readonly string[];
  readonly needs: Needs;
}

/** Scheme, user and password; hosts; database and parameters. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^]*)$/;
/** The values of libpq that fit a program that always writes. */
const NEEDS: Readonly<Record<string, Needs>> = { any: 'any', 'read-write': 'write', primary: 'write' };
const ATTRIBUTE = 'target_session_attrs';

/** Splits lists of `?host=` and `?port=`, as libpq does. */
function ofParameters(url: URL): readonly URL[] {
  const hosts = url.searchParams.get('host')?.split(',') ?? [];
  if (hosts.length < 2) return [url];
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  return hosts.map((host, at) => {
    const one = new URL(url);
    one.searchParams.set('host', host);
    const port = ports.length > 1 ? ports[at] : ports[0];
    if (port) one.searchParams.set('port', port);
    return one;
  });
}

/**
 * Reads a URL such as `postgres://kippu@a,b:5433/kippu?target_session_attrs=read-write`. Several servers without that parameter need
 * writes, because Kippu always writes. Throws an Error that does not repeat the URL, which may contain a password.
 */
export function readDatabaseUrl(text: string): DatabaseServers {
  const [, begin = '', hosts = '', rest = ''] = PARTS.exec(text) ?? [];
  const texts = hosts.split(',').map((host) => `${begin}${host}${rest}`);
  if (begin === '' || !texts.every((each) => URL.canParse(each)))
    throw new Error('must be a URL that begins with postgres:// or postgresql://');
  const servers = texts.map((each) => new URL(each)).flatMap(ofParameters);
  const asked = servers[0]?.searchParams.get(ATTRIBUTE) ?? (servers.length > 1 ? 'read-write' : 'any');
  const needs = Object.hasOwn(NEEDS, asked) ? NEEDS[asked] : undefined;
  if (needs === undefined) throw new Error(`${ATTRIBUTE} must be one of ${Object.keys(NEEDS).join(', ')}`);
  const urls = servers.map((url) => {
    url.searchParams.delete(ATTRIBUTE);
    return url.href;
  });
  return { urls, needs };
}
