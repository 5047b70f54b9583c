// A code on the screen is never older than gates accept.
import { CODE_SKEW_SECONDS } from '@kippu/contract/limits';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTicketInUse, wallIn } from '../../../test/factories.ts';
import { serverNow } from '../../app/clock/server-clock.ts';
import type { PhoneCode } from './phone-codes.ts';
import { renewIn, useCodeText } from './use-code.ts';

const code: PhoneCode = {
  ticketId: 'ticket-1',
  owner: 'mei@example.com',
  certificate: 'oWFhAQ',
  expiresAt: wallIn(3_600_000),
  ticket: aTicketInUse(),
};

test('a code is removed 30 seconds after its signature, and when the direction changes', async () => {
  expect(CODE_SKEW_SECONDS).toBe(30);
  const start = serverNow();
  const { result, rerender } = renderHook(
    ({ now, direction }: { now: number; direction: 'in' | 'out' }) => useCodeText(code, 1, direction, now),
    { initialProps: { now: start, direction: 'in' } },
  );
  await waitFor(() => expect(result.current).toMatchObject({ text: expect.stringMatching(/^KQ1:/) }));
  // The slot does not change, as after sleep or when the key no longer signs.
  rerender({ now: start + 27_000, direction: 'in' });
  expect(result.current).not.toBeNull();
  for (const seconds of [31, 45, 59, 3_600]) {
    rerender({ now: start + seconds * 1_000, direction: 'in' });
    expect(result.current, `${seconds} s`).toBeNull();
  }
  rerender({ now: start, direction: 'in' });
  expect(result.current).not.toBeNull();
  rerender({ now: start, direction: 'out' });
  expect(result.current).toBeNull();
});

test('at the end of the validity the server is asked until it reports the ticket as expired', () => {
  const ticket = aTicketInUse({ abtExpireDate: '2026-11-30 23:59:59', expired: false });
  const end = wallToEpoch('2026-12-01 00:00:00');
  const last: PhoneCode = { ...code, expiresAt: '2026-12-01 03:59:59', ticket };
  expect(renewIn({ is: 'fresh', code: last }, end - 60_000)).toBe(60_500);
  expect(renewIn({ is: 'fresh', code: last }, end - 3_600_000)).toBe(600_000);
  // Rendering at these moments must not postpone the request.
  for (const late of [0, 1, 499, 500, 30_000])
    expect(renewIn({ is: 'fresh', code: last }, end + late), `${late} ms`).toBe(500);
  const answered = { ...last, ticket: { ...ticket, expired: true, exitUntil: '2026-12-01 03:59:59' } };
  expect(renewIn({ is: 'fresh', code: answered }, end + 600)).toBe(600_000);
  expect(renewIn({ is: 'offline', code: last }, end + 600)).toBe(10_000);
  expect(renewIn({ is: 'offline', code: last }, end)).toBe(10_000);
});

test('before that the server is asked every ten minutes; every ten seconds for an e-ticket and after no answer', () => {
  const now = serverNow();
  const { abtExpireDate: _none, ...open } = aTicketInUse();
  expect(renewIn(undefined, now)).toBe(600_000);
  expect(renewIn({ is: 'notOnPhone', error: new Error('no network') }, now)).toBe(10_000);
  expect(renewIn({ is: 'fresh', code: { ...code, ticket: open } }, now)).toBe(600_000);
  const eticket = { ...code, ticket: aTicketInUse({ kind: 'eticket' }) };
  expect(renewIn({ is: 'fresh', code: eticket }, now)).toBe(10_000);
});
