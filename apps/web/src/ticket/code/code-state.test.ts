// The ten states of a code that cannot be fresh: the cause of each, and its text in five languages.
import { LANGUAGES } from '@kippu/words/languages';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { shiftHours } from '@kippu/domain/time/service-day';
import { expect, test } from 'vitest';
import { CallError } from '@kippu/client/call-error';
import { loadMessages } from '@kippu/words/load-messages';
import { codeStateOf, showsNumber, STALE_STATES, type CodeSource, type CodeState } from './code-state.ts';

const NOW = Date.parse('2026-12-01T12:00:00+09:00');
const storedCode = (expiresAt = '2026-12-02 11:00:00', abtExpireDate = '2026-12-05 23:59:59') => ({
  ticketId: 't1',
  owner: 'a@b.jp',
  certificate: 'AAAA',
  expiresAt,
  ticket: {
    ticketId: 't1',
    kind: 'pass',
    status: 'inUse',
    ticketState: 20,
    expired: false,
    abtExpireDate,
  } as unknown as Ticket,
});
/** A certificate that expires four hours after its ticket, as in the ticket's last 24 hours. */
const lastDay = (at: string) => storedCode(shiftHours(at, 4), at);
const refused = new CallError('refused', { status: 422, code: 'TKT-0007' });

interface Case {
  readonly state: CodeState;
  readonly source: CodeSource;
  readonly clockOff?: number;
  readonly shows: 'code' | 'number';
  readonly next: 'hold' | 'retry' | 'ticket' | 'browser';
}
/** The cause of each state (the name), what the traveller sees, and the next step. */
const CASES: Readonly<Record<string, Case>> = {
  'a certificate fetched just now': {
    state: 'fresh',
    source: { is: 'fresh', code: storedCode() },
    shows: 'code',
    next: 'hold',
  },
  'its last second': {
    state: 'fresh',
    source: { is: 'fresh', code: storedCode('2026-12-01 12:00:00') },
    shows: 'code',
    next: 'hold',
  },
  'a clock half a minute off': {
    state: 'fresh',
    source: { is: 'fresh', code: storedCode() },
    clockOff: 30_000,
    shows: 'code',
    next: 'hold',
  },
  'no network, a kept certificate': {
    state: 'offline',
    source: { is: 'offline', code: storedCode() },
    shows: 'code',
    next: 'hold',
  },
  'the session has lapsed, a kept certificate': {
    state: 'saved',
    source: { is: 'saved', code: storedCode() },
    shows: 'code',
    next: 'hold',
  },
  'the session has lapsed, and the certificate ends while the screen is open': {
    state: 'outlived',
    source: { is: 'saved', code: storedCode('2026-12-01 11:59:59') },
    shows: 'number',
    next: 'retry',
  },
  'no network and a wrong clock: the network is what to know of': {
    state: 'offline',
    source: { is: 'offline', code: storedCode() },
    clockOff: 3_600_000,
    shows: 'code',
    next: 'hold',
  },
  'a clock a day behind': {
    state: 'clockWrong',
    source: { is: 'fresh', code: storedCode() },
    clockOff: 86_400_000,
    shows: 'code',
    next: 'hold',
  },
  'a clock a day ahead': {
    state: 'clockWrong',
    source: { is: 'fresh', code: storedCode() },
    clockOff: -86_400_000,
    shows: 'code',
    next: 'hold',
  },
  'a full phone, or a private window': {
    state: 'unkept',
    source: { is: 'fresh', code: { ...storedCode(), unkept: true } },
    shows: 'code',
    next: 'hold',
  },
  'no network, the kept certificate over': {
    state: 'outlived',
    source: { is: 'outlived', code: storedCode('2026-12-01 11:00:00') },
    shows: 'number',
    next: 'retry',
  },
  'it ends while the screen is open': {
    state: 'outlived',
    source: { is: 'offline', code: storedCode('2026-12-01 11:59:59') },
    shows: 'number',
    next: 'retry',
  },
  'the ticket’s last second': {
    state: 'offline',
    source: { is: 'offline', code: lastDay('2026-12-01 12:00:00') },
    shows: 'code',
    next: 'hold',
  },
  'the ticket ends while the screen is open': {
    state: 'exitOnly',
    source: { is: 'fresh', code: lastDay('2026-12-01 11:59:59') },
    shows: 'code',
    next: 'hold',
  },
  'no network, the ticket over, its exit not': {
    state: 'exitOnly',
    source: { is: 'offline', code: lastDay('2026-12-01 08:00:00') },
    shows: 'code',
    next: 'hold',
  },
  'no network, the ticket and its exit over: no network brings a newer code': {
    state: 'ended',
    source: { is: 'outlived', code: lastDay('2026-12-01 07:59:59') },
    shows: 'number',
    next: 'ticket',
  },
  'no network, never fetched on this phone': {
    state: 'notOnPhone',
    source: { is: 'notOnPhone', error: new CallError('network') },
    shows: 'number',
    next: 'retry',
  },
  'a browser that makes no key': {
    state: 'noKey',
    source: { is: 'noKey', error: new Error('no phone key') },
    shows: 'number',
    next: 'browser',
  },
  'the ticket moved between phones too often': {
    state: 'manyPhones',
    source: {
      is: 'manyPhones',
      error: new CallError('refused', { status: 429, code: 'TKT-0018' }),
      ticket: storedCode().ticket,
    },
    shows: 'number',
    next: 'retry',
  },
  'refunded, suspended, given away': {
    state: 'ended',
    source: { is: 'ended', error: refused },
    shows: 'number',
    next: 'ticket',
  },
};

test.each(Object.entries(CASES))('%s', (_name, { state, source, clockOff = 0, shows, next }) => {
  const found = codeStateOf(source, NOW, clockOff);
  expect(found).toBe(state);
  expect(showsNumber(found)).toBe(shows === 'number');
  if (found !== 'fresh') expect(STALE_STATES[found].next).toBe(next);
});

test('the last second is still valid, as at gates', () => {
  const last = storedCode('2026-12-01 12:00:00');
  expect(codeStateOf({ is: 'fresh', code: last }, NOW + 999, 0)).toBe('fresh');
  expect(codeStateOf({ is: 'fresh', code: last }, NOW + 1000, 0)).toBe('outlived');
  const both = lastDay('2026-12-01 12:00:00');
  expect(codeStateOf({ is: 'fresh', code: both }, NOW + 999, 0)).toBe('fresh');
  expect(codeStateOf({ is: 'fresh', code: both }, NOW + 1000, 0)).toBe('exitOnly');
  const exit = lastDay('2026-12-01 08:00:00');
  expect(codeStateOf({ is: 'fresh', code: exit }, NOW + 999, 0)).toBe('exitOnly');
  expect(codeStateOf({ is: 'fresh', code: exit }, NOW + 1000, 0)).toBe('ended');
});

test('an expired certificate stays expired when the clock changes; a clock one minute off is wrong', () => {
  expect(codeStateOf({ is: 'outlived', code: storedCode() }, NOW, 0)).toBe('outlived');
  const off = (ms: number) => codeStateOf({ is: 'fresh', code: storedCode() }, NOW, ms);
  expect([off(59_999), off(60_000), off(-60_000)]).toEqual(['fresh', 'clockWrong', 'clockWrong']);
});

test('all ten states are covered and have their own text in five languages', async () => {
  const states = Object.keys(STALE_STATES).toSorted();
  expect(states).toHaveLength(10);
  const met = new Set(Object.values(CASES).map(({ state }) => state));
  expect([...met].filter((state) => state !== 'fresh').toSorted()).toEqual(states);
  for (const language of LANGUAGES) {
    const { code: words } = await loadMessages(language);
    // The server's refusal says that a ticket moved too often, and how long to wait.
    expect([...Object.keys(words.states), 'manyPhones'].toSorted()).toEqual(states);
    const said = Object.values(words.states).map((word) =>
      typeof word === 'string' ? word : word.toString(),
    );
    expect(new Set(said).size, language).toBe(9);
  }
});

test('a missing code is announced at once by a warning', () => {
  for (const { shows, tone, next } of Object.values(STALE_STATES)) {
    expect(tone === 'danger').toBe(shows === 'number');
    expect(next === 'hold').toBe(shows === 'code');
  }
});
