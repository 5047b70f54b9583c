// Seven states of a code that cannot be fresh, each met by what leads to it, with its words in five languages.
import { LANGUAGES } from '@kippu/contract/limits';
import type { Ticket } from '@kippu/contract/ticket';
import { expect, test } from 'vitest';
import { ApiError } from '../app/api-error.ts';
import { loadMessages } from '../i18n/messages.ts';
import { codeStateOf, showsNumber, STALE_STATES, type CodeSource, type CodeState } from './code-state.ts';

const NOW = Date.parse('2026-12-01T12:00:00+09:00');
const kept = (expiresAt = '2026-12-02 11:00:00', abtExpireDate = '2026-12-05 23:59:59') => ({
  ticketId: 't1',
  owner: 'a@b.jp',
  certificate: 'AAAA',
  expiresAt,
  ticket: { ticketId: 't1', ticketState: 20, abtExpireDate } as unknown as Ticket,
});
/** A certificate that ends together with its ticket, as in its last 24 hours. */
const lastDay = (at: string) => kept(at, at);
const refused = new ApiError('refused', { status: 422, code: 'TKT-0007' });

interface Case {
  readonly state: CodeState;
  readonly source: CodeSource;
  readonly clockOff?: number;
  readonly shows: 'code' | 'number';
  readonly next: 'hold' | 'retry' | 'ticket' | 'browser';
}
/** What leads to each state (the name), and what the traveller then sees and does. */
const CASES: Readonly<Record<string, Case>> = {
  'a certificate fetched just now': {
    ...{ state: 'fresh', source: { is: 'fresh', code: kept() }, shows: 'code', next: 'hold' },
  },
  'its last second': {
    ...{ state: 'fresh', source: { is: 'fresh', code: kept('2026-12-01 12:00:00') } },
    ...{ shows: 'code', next: 'hold' },
  },
  'a clock half a minute off': {
    ...{ state: 'fresh', source: { is: 'fresh', code: kept() }, clockOff: 30_000 },
    ...{ shows: 'code', next: 'hold' },
  },
  'no network, a kept certificate': {
    ...{ state: 'offline', source: { is: 'offline', code: kept() }, shows: 'code', next: 'hold' },
  },
  'no network and a wrong clock: the network is what to know of': {
    ...{ state: 'offline', source: { is: 'offline', code: kept() }, clockOff: 3_600_000 },
    ...{ shows: 'code', next: 'hold' },
  },
  'a clock a day behind': {
    ...{ state: 'clockWrong', source: { is: 'fresh', code: kept() }, clockOff: 86_400_000 },
    ...{ shows: 'code', next: 'hold' },
  },
  'a clock a day ahead': {
    ...{ state: 'clockWrong', source: { is: 'fresh', code: kept() }, clockOff: -86_400_000 },
    ...{ shows: 'code', next: 'hold' },
  },
  'a full phone, or a private window': {
    ...{ state: 'unkept', source: { is: 'fresh', code: { ...kept(), unkept: true } } },
    ...{ shows: 'code', next: 'hold' },
  },
  'no network, the kept certificate over': {
    ...{ state: 'outlived', source: { is: 'outlived', code: kept('2026-12-01 11:00:00') } },
    ...{ shows: 'number', next: 'retry' },
  },
  'it ends while the screen is open': {
    ...{ state: 'outlived', source: { is: 'offline', code: kept('2026-12-01 11:59:59') } },
    ...{ shows: 'number', next: 'retry' },
  },
  'the ticket’s last second': {
    ...{ state: 'offline', source: { is: 'offline', code: lastDay('2026-12-01 12:00:00') } },
    ...{ shows: 'code', next: 'hold' },
  },
  'the ticket ends while the screen is open': {
    ...{ state: 'ended', source: { is: 'fresh', code: lastDay('2026-12-01 11:59:59') } },
    ...{ shows: 'number', next: 'ticket' },
  },
  'no network, the ticket over: no network brings a newer code': {
    ...{ state: 'ended', source: { is: 'outlived', code: lastDay('2026-12-01 11:59:59') } },
    ...{ shows: 'number', next: 'ticket' },
  },
  'no network, never fetched on this phone': {
    ...{ state: 'notOnPhone', source: { is: 'notOnPhone', error: new ApiError('network') } },
    ...{ shows: 'number', next: 'retry' },
  },
  'a browser that makes no key': {
    ...{ state: 'noKey', source: { is: 'noKey', error: new Error('no phone key') } },
    ...{ shows: 'number', next: 'browser' },
  },
  'refunded, suspended, given away': {
    ...{ state: 'ended', source: { is: 'ended', error: refused }, shows: 'number', next: 'ticket' },
  },
};

test.each(Object.entries(CASES))('%s', (_name, { state, source, clockOff = 0, shows, next }) => {
  const found = codeStateOf(source, NOW, clockOff);
  expect(found).toBe(state);
  expect(showsNumber(found)).toBe(shows === 'number');
  if (found !== 'fresh') expect(STALE_STATES[found].next).toBe(next);
});

test('the last second counts to its end, as it does at gates', () => {
  const last = kept('2026-12-01 12:00:00');
  expect(codeStateOf({ is: 'fresh', code: last }, NOW + 999, 0)).toBe('fresh');
  expect(codeStateOf({ is: 'fresh', code: last }, NOW + 1000, 0)).toBe('outlived');
  const both = lastDay('2026-12-01 12:00:00');
  expect(codeStateOf({ is: 'fresh', code: both }, NOW + 999, 0)).toBe('fresh');
  expect(codeStateOf({ is: 'fresh', code: both }, NOW + 1000, 0)).toBe('ended');
});

test('there are seven, each is met above, and each has its own words in five languages', async () => {
  const states = Object.keys(STALE_STATES).toSorted();
  expect(states).toHaveLength(7);
  const met = new Set(Object.values(CASES).map(({ state }) => state));
  expect([...met].filter((state) => state !== 'fresh').toSorted()).toEqual(states);
  for (const language of LANGUAGES) {
    const { code: words } = await loadMessages(language);
    expect(Object.keys(words.states).toSorted()).toEqual(states);
    const said = Object.values(words.states).map((word) =>
      typeof word === 'string' ? word : word.toString(),
    );
    expect(new Set(said).size, language).toBe(7);
  }
});

test('whoever sees no code is told by a warning that is read at once', () => {
  for (const { shows, tone, next } of Object.values(STALE_STATES)) {
    expect(tone === 'danger').toBe(shows === 'number');
    expect(next === 'hold').toBe(shows === 'code');
  }
});
