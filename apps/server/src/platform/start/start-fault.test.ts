// One line for any error that ends a start: what is wrong, in which setting, and what to do.
import { expect, test } from 'vitest';
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
