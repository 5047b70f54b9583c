// Explains in one line why a process did not start, and what to do.
import { DatabaseUnavailable, isFullDisk } from '../db/connect/outage.ts';
import type { Config } from './config.ts';

interface SystemFault {
  readonly code: string;
  readonly path: string | undefined;
  readonly address: string | undefined;
  readonly port: number | undefined;
  /** Whether it was to connect. A start connects to nothing but the database. */
  readonly isConnecting: boolean;
}

/** PostgreSQL's code, which the embedded database throws too. */
const DISK_FULL = '53100';

/** Returns the operating system's error, or the first of several. */
function systemFault(error: unknown): SystemFault | undefined {
  if (error instanceof AggregateError) return systemFault(error.errors[0]);
  if (error instanceof DatabaseUnavailable) return systemFault(error.cause);
  if (isFullDisk(error))
    return { code: 'ENOSPC', path: undefined, address: undefined, port: undefined, isConnecting: false };
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const { path, address, port, syscall } = error as {
    path?: unknown;
    address?: unknown;
    port?: unknown;
    syscall?: unknown;
  };
  return {
    code: error.code,
    path: typeof path === 'string' ? path : undefined,
    address: typeof address === 'string' ? address : undefined,
    port: typeof port === 'number' ? port : undefined,
    isConnecting: syscall === 'connect' || syscall === 'getaddrinfo',
  };
}

/** PostgreSQL refuses connections: wrong user or password, no such database, starting or stopping. */
const BY_POSTGRES = /^(28|3D|53|57P)[0-9A-Z]+$/;

type Where = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'metrics'>>;

function known(
  { code, path, address, port, isConnecting }: SystemFault,
  where: Where | undefined,
): string | undefined {
  if (code === 'EADDRINUSE' && port !== undefined) {
    const setting = port === where?.metrics?.port ? 'METRICS_PORT' : 'PORT';
    return `${setting}: ${port} is used by another process at ${address ?? 'this address'}; stop that one or choose another ${setting}`;
  }
  if (code === 'EACCES' && port !== undefined)
    return `PORT: ${port} is not open to this user; choose one above 1023, and let a proxy serve 443`;
  if (code === 'EADDRNOTAVAIL') return `HOST: ${address ?? 'the address'} is not an address of this machine`;
  // A socket of PostgreSQL is a file.
  const place = port === undefined ? path : `${address ?? 'its host'}:${port}`;
  if ((code === 'ECONNREFUSED' || (code === 'ENOENT' && isConnecting)) && place !== undefined)
    return `DATABASE_URL: nothing answers at ${place}; start PostgreSQL there or correct the setting`;
  const isEmbeddedFull = code === DISK_FULL && where !== undefined && where.databaseUrl === undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || isEmbeddedFull)
    return `DATA_DIR: the disk of ${path ?? where?.dataDir ?? 'the folder'} is full (${code}); free some space there, or name a folder on a larger disk`;
  if (code === 'EACCES' || code === 'EROFS')
    return path === undefined
      ? undefined
      : `${path} cannot be used by this user (${code}); give it to the server's user or choose another folder`;
  return undefined;
}

/** Returns one line without a stack for an error that ended a start. `where`: the data's location, once it is known. */
export function startFault(error: unknown, where?: Where): string {
  const fault = systemFault(error);
  const line = fault && known(fault, where);
  if (line !== undefined) return line;
  const text = error instanceof Error ? error.message || fault?.code || error.name : String(error);
  const isDatabase =
    error instanceof DatabaseUnavailable || (fault && (fault.isConnecting || BY_POSTGRES.test(fault.code)));
  const setting = isDatabase ? 'DATABASE_URL: ' : '';
  return `${setting}${text.replace(/\s*\n\s*/g, ' ')}`;
}
