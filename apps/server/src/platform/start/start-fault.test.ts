// One line for any error that ends a start: what is wrong, in which setting, and what to do.
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../db/connect/outage.ts';
import { startFault } from './start-fault.ts';

const EMBEDDED = { dataDir: '/var/lib/kippu', databaseUrl: undefined };
const SERVER = { dataDir: '/var/lib/kippu', databaseUrl: 'postgres://db' };
const fault = (code: string, message = code) => Object.assign(new Error(message), { code });
const FULL =
  /^DATA_DIR: the disk of \/var\/lib\/kippu is full \(\w+\); free some space there, or name a folder on a larger disk$/;

test('a full disk is named with its folder, whichever part reports it', () => {
  expect(startFault(fault('ENOSPC', 'ENOSPC: no space left on device, write'), SERVER)).toMatch(FULL);
  expect(startFault(fault('EDQUOT'), EMBEDDED)).toMatch(FULL);
  // The embedded database's file system throws something that is no Error.
  expect(startFault({ name: 'ErrnoError', errno: 51 }, EMBEDDED)).toMatch(FULL);
  expect(startFault(fault('53100', 'could not extend file "base/5/1"'), EMBEDDED)).toMatch(FULL);
  expect(startFault(fault('53100', 'could not extend file "base/5/1"'), SERVER)).toBe(
    'DATABASE_URL: could not extend file "base/5/1"',
  );
});

test('it is one line without a stack, also for several errors and for a value that is no error', () => {
  expect(startFault(new Error('one\n  two\nthree'))).toBe('one two three');
  const refused = Object.assign(fault('ECONNREFUSED', ''), { address: '::1', port: 5432 });
  expect(startFault(Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' }))).toBe(
    'DATABASE_URL: nothing answers at ::1:5432; start PostgreSQL there or correct the setting',
  );
  expect(startFault('plain')).toBe('plain');
});

test('a database that cannot be reached is named by its setting, however that fails', () => {
  const socket = { syscall: 'connect', path: '/run/postgresql/.s.PGSQL.6432' };
  for (const code of ['ENOENT', 'ECONNREFUSED'])
    expect(startFault(Object.assign(fault(code), socket), SERVER)).toBe(
      'DATABASE_URL: nothing answers at /run/postgresql/.s.PGSQL.6432; start PostgreSQL there or correct the setting',
    );
  const unknown = Object.assign(fault('ENOTFOUND', 'getaddrinfo ENOTFOUND db'), { syscall: 'getaddrinfo' });
  expect(startFault(unknown, SERVER)).toBe('DATABASE_URL: getaddrinfo ENOTFOUND db');
  const late = new DatabaseUnavailable('unreachable', 'no connection within 1800 ms');
  expect(startFault(late, SERVER)).toBe('DATABASE_URL: no connection within 1800 ms');
  expect(startFault(fault('ENOENT', 'ENOENT: no such file, open a'), SERVER)).toBe(
    'ENOENT: no such file, open a',
  );
});
