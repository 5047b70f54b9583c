// All certificates of a revocation's second are revoked. A second revocation within that second reaches one second further.
import { expect, test } from 'vitest';
import { isRevoking, revokedUpTo } from './revocations.ts';

const at = (ms: number) => new Date(ms);

test.each([
  ['never revoked', [], null],
  ['within a second', [at(10_400)], 10],
  ['a later one counts', [at(10_400), at(70_000)], 70],
  ['again in the same second', [at(10_100), at(10_400)], 11],
  ['three times in a second, then a minute later', [at(10_100), at(10_200), at(10_300), at(70_000)], 70],
  ['again before the announced second is over', [at(10_100), at(10_200), at(11_000)], 12],
])('%s', (_name, times, upTo) => expect(revokedUpTo(times)).toBe(upTo));

test('an exit does not revoke the certificate that opened the gate', () => {
  expect(['suspended', 'refunded', 'void', 'disused', 'reissued'].every(isRevoking)).toBe(true);
  expect(['used', 'inUse', 'bound', null].some(isRevoking)).toBe(false);
});
