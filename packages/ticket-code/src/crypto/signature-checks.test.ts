// The portable checks with what no key or signature can be.
import { expect, test } from 'vitest';
import { portableChecks } from './signature-checks.ts';

test.each(['ed25519', 'p256'] as const)(
  '%s answers false for a key that is no point, and never throws',
  (check) => {
    const message = Uint8Array.of(1);
    for (const key of [new Uint8Array(0), new Uint8Array(32).fill(255), new Uint8Array(33).fill(255)])
      expect(portableChecks[check](new Uint8Array(64).fill(1), message, key)).toBe(false);
  },
);
