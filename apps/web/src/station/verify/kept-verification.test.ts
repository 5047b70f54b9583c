// A verification ends by the clock, and corrupt or foreign stored data is never shown.
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { expect, test } from 'vitest';
import { directionOf, isCancellable, readKept, stateAt, type VerifiedRecord } from './kept-verification.ts';

const record: VerifiedRecord = {
  recordId: 'r1',
  code: 35,
  stationId: 'imamiya',
  verifiedAt: '2026-11-28 13:52:00',
  verifiedUntil: '2026-11-28 13:57:00',
  state: 'open',
};
const at = (wall: string) => wallToEpoch(`2026-11-28 ${wall}`);

test('is open for five minutes, to the second', () => {
  expect(stateAt(record, at('13:52:00'))).toBe('open');
  expect(stateAt(record, at('13:56:59'))).toBe('open');
  expect(stateAt(record, at('13:57:00'))).toBe('expired');
});

test('a verification closed by the server stays closed, whatever the clock of the phone says', () => {
  for (const state of ['passed', 'cancelled', 'expired'] as const) {
    expect(stateAt({ ...record, state }, at('13:52:00'))).toBe(state);
    expect(stateAt({ ...record, state }, at('23:00:00'))).toBe(state);
  }
});

test('an entry can be cancelled until the server would refuse it, to the second', () => {
  const limited = { ...record, cancellableUntil: '2026-11-28 14:02:00' };
  expect(isCancellable(limited, at('14:02:00') - 1)).toBe(true);
  expect(isCancellable(limited, at('14:02:00'))).toBe(false);
  expect(isCancellable(record, at('13:52:00'))).toBe(false);
});

test('the code gives the direction', () => {
  expect(directionOf({ code: 35 })).toBe('in');
  expect(directionOf({ code: 36 })).toBe('out');
});

test('only a complete record is read back', () => {
  const stored = {
    owner: 'a@b.example',
    record,
    method: 'scan',
    station: { stationId: 'x' },
    ticket: { ticketId: 't' },
  };
  expect(readKept(stored)).toEqual(stored);
  for (const broken of [
    undefined,
    null,
    'x',
    [],
    {},
    { ...stored, record: undefined },
    { ...stored, station: null },
    { ...stored, record: { ...record, verifiedUntil: 'soon' } },
  ])
    expect(readKept(broken)).toBeNull();
});
