// How much a gate sends in one call, and when it syncs.
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { GateEvent } from '@kippu/contract/calls/gate/gate';
import { GateCallError, type CallServer } from './call-server.ts';
import { callOf, GateSync, stateWithin, syncOnce, waitAfter } from './gate-sync.ts';

const queued = (count: number, reason: string) =>
  Array.from({ length: count }, (_, key) => {
    const event: GateEvent = {
      eventId: `e-${key}`,
      code: 37,
      at: '2026-11-28 12:00:00',
      certificate: '',
      reason,
    };
    return { key, event };
  });

/** Waits for everything that needs no timer. Unlike vi.waitFor, it does not advance a fake clock. */
const settled = () => vi.advanceTimersByTimeAsync(0);

test('a call is short enough for a slow network, counted in bytes, and keeps the order', () => {
  const all = queued(500, '券'.repeat(200));
  const first = callOf(all);
  const bytes = new TextEncoder().encode(JSON.stringify(first.map(({ event }) => event))).length;
  expect(bytes).toBeLessThanOrEqual(128 * 1024 + 1);
  expect(bytes).toBeGreaterThan(120 * 1024);
  expect(first).toEqual(all.slice(0, first.length));
});

test('small events are sent together, and one larger than the limit is sent alone', () => {
  expect(callOf(queued(500, ''))).toHaveLength(500);
  expect(callOf(queued(3, 'x'.repeat(200_000)))).toHaveLength(1);
  expect(callOf([])).toEqual([]);
});

test('an event that the server of the last release cannot read for its moment is sent without it', async () => {
  const [first, second] = queued(2, 'lost').map(({ key, event }) => ({
    key,
    event: { ...event, moment: 'A'.repeat(92) },
  }));
  if (!first || !second) throw new Error('two events');
  const sent: GateEvent[] = [];
  const aside: number[] = [];
  let waiting = [first, second];
  await syncOnce({
    call: (async (route, { body }) => {
      if (route.name !== 'gateEvents') return {};
      const { events } = body as { events: GateEvent[] };
      // The second cannot be read for another reason either.
      if (events.some(({ moment, eventId }) => moment !== undefined || eventId === second.event.eventId))
        throw new GateCallError('refused', 'REQ-0001');
      sent.push(...events);
      return events.map(({ eventId }) => ({ eventId, verdict: 'accepted' }));
    }) as CallServer,
    database: {
      queued: async () => waiting,
      sent: async (keys) => {
        waiting = waiting.filter(({ key }) => !keys.includes(key));
      },
      setAside: async (key) => {
        aside.push(key);
        waiting = waiting.filter((each) => each.key !== key);
      },
    },
    gate: { gateId: 'gate-1', key: 'key' },
    since: () => undefined,
    productsVersion: () => undefined,
    steady: () => 0,
    learn: async () => undefined,
  });
  const { moment: _moment, ...plain } = first.event;
  expect(sent).toEqual([plain]);
  expect(aside).toEqual([second.key]);
});

test('a network that returns during a failing round is used at once, without a timer', async () => {
  // No timer of this test fires.
  vi.useFakeTimers();
  try {
    const rounds: { resolve: () => void; reject: (error: Error) => void }[] = [];
    const reports: unknown[] = [];
    const sync = new GateSync(
      () => new Promise((resolve, reject) => rounds.push({ resolve, reject })),
      (error) => reports.push(error),
    );
    sync.poke();
    sync.poke();
    sync.poke();
    expect(rounds).toHaveLength(1);
    const offline = new Error('offline');
    rounds[0]?.reject(offline);
    await settled();
    expect(rounds).toHaveLength(2);
    rounds[1]?.resolve();
    await settled();
    expect(reports).toEqual([offline, null]);
    expect(rounds).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(1);
    sync.stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a server that asks to wait is not called earlier, however often somebody passes meanwhile', async () => {
  vi.useFakeTimers();
  try {
    let rounds = 0;
    const sync = new GateSync(
      async () => {
        rounds += 1;
        if (rounds > 1) return;
        sync.poke();
        throw new GateCallError('busy', 'REQ-0004', { waitMs: 40_000 });
      },
      () => undefined,
    );
    sync.poke();
    await vi.advanceTimersByTimeAsync(0);
    for (let second = 0; second < 39; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      sync.poke();
    }
    expect(rounds).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds).toBe(2);
    sync.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('a requested wait is never shortened, and is spread a little', () => {
  expect([waitAfter(1, 0, 40_000), waitAfter(1, 1, 40_000), waitAfter(9, 1, 1_000)]).toEqual([
    40_000, 44_000, 60_000,
  ]);
});

test('a call is filled to the last byte', () => {
  // Two events of 128 KiB together, including a comma or bracket each, and the same with one more byte.
  const pair = (bytes: number) => {
    const [one, other] = queued(2, '');
    if (!one || !other) throw new Error('no pair');
    const empty = JSON.stringify(one.event).length + JSON.stringify(other.event).length + 2;
    return [one, { ...other, event: { ...other.event, reason: 'x'.repeat(bytes - empty) } }];
  };
  expect(callOf(pair(128 * 1024))).toHaveLength(2);
  expect(callOf(pair(128 * 1024 + 1))).toHaveLength(1);
});

describe('a gate that keeps syncing', () => {
  /** Returns a sync whose rounds have the listed results, and succeed after that. `round` runs in each. */
  function syncing(errors: readonly Error[], round: (sync: GateSync) => void = () => undefined) {
    const begun: number[] = [];
    const reports: unknown[] = [];
    const sync: GateSync = new GateSync(
      async () => {
        begun.push(Date.now());
        round(sync);
        const error = errors[begun.length - 1];
        if (error) throw error;
      },
      (error) => reports.push(error),
    );
    return { sync, begun, reports };
  }
  const offline = new Error('offline');
  const busy = new GateCallError('busy', 'REQ-0004', { waitMs: 40_000 });

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('passes to each round how many before it failed', async () => {
    const told: number[] = [];
    const outcomes = [false, false, true, true];
    const sync = new GateSync(
      async (failures) => {
        told.push(failures);
        if (!outcomes[told.length - 1]) throw new GateCallError('offline', 'no answer');
      },
      () => undefined,
    );
    for (const _ of outcomes) {
      sync.poke();
      await settled();
    }
    sync.stop();
    expect(told).toEqual([0, 1, 2, 0]);
  });

  it('waits longer after each failure, and normally again after a success', async () => {
    const { sync, begun } = syncing([offline, offline, offline]);
    sync.poke();
    await vi.advanceTimersByTimeAsync(34_000);
    sync.stop();
    expect(begun).toEqual([0, 2_000, 6_000, 14_000, 24_000, 34_000]);
  });

  it('syncs at once after a passage, also after a failure, unless a server asked to wait', async () => {
    const { sync, begun } = syncing([new GateCallError('offline', 'no answer'), offline]);
    sync.poke();
    await settled();
    sync.poke();
    await settled();
    sync.poke();
    await settled();
    sync.stop();
    expect(begun).toEqual([0, 0, 0]);
  });

  it('is never early when the server asked to wait, and then continues by itself', async () => {
    const { sync, begun } = syncing([busy]);
    sync.poke();
    await settled();
    sync.poke();
    await vi.advanceTimersByTimeAsync(60_000);
    sync.stop();
    expect(begun).toEqual([0, 44_000, 54_000]);
  });

  it('runs one more round for events during a round, and not more', async () => {
    let pokes = 1;
    const { sync, begun } = syncing([], (each) => {
      if (pokes-- > 0) each.poke();
    });
    sync.poke();
    await settled();
    expect(begun).toEqual([0, 0]);
    sync.stop();
  });

  it('does nothing after it is stopped, not even after the round in progress', async () => {
    let end = () => {};
    let rounds = 0;
    const sync = new GateSync(
      () => {
        rounds += 1;
        return new Promise((resolve) => (end = resolve));
      },
      () => undefined,
    );
    sync.poke();
    sync.stop();
    end();
    await settled();
    expect(vi.getTimerCount()).toBe(0);
    sync.poke();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rounds).toBe(1);
  });
});

describe('a round', () => {
  const key = 'a key that the server made';
  /** Returns the requests of one round that sends `events` at gate g-1. */
  async function round(events: readonly Partial<GateEvent>[], since: string | undefined, failures = 0) {
    let waiting = queued(events.length, '').map((each, at) => ({
      ...each,
      event: { ...each.event, ...events[at] },
    }));
    const asked: { readonly query?: unknown; readonly body?: unknown; readonly withinMs?: number }[] = [];
    await syncOnce(
      {
        gate: { gateId: 'g-1', key },
        since: () => since,
        productsVersion: () => undefined,
        steady: () => 0,
        learn: async () => undefined,
        call: async (_call, input) => {
          asked.push(input);
          return [] as never;
        },
        database: {
          queued: async () => waiting,
          sent: async (keys) => void (waiting = waiting.filter((each) => !keys.includes(each.key))),
          setAside: async () => undefined,
        },
      },
      failures,
    );
    return asked;
  }

  it('names the gate of an event only when it is another gate', async () => {
    const [sent] = await round([{}, { gateId: 'g-1' }, { gateId: 'g-0' }], undefined);
    const { events } = (sent?.body ?? { events: [] }) as { readonly events: readonly GateEvent[] };
    expect(events.map((event) => ('gateId' in event ? event.gateId : 'none'))).toEqual([
      'none',
      'none',
      'g-0',
    ]);
  });

  it('requests the full state first, and then the changes since the last time', async () => {
    expect((await round([], undefined))[0]?.query).toStrictEqual({});
    expect((await round([], '2026-11-28 12:00:00'))[0]?.query).toStrictEqual({
      since: '2026-11-28 12:00:00',
    });
  });

  it('waits longer for the first state, and longer after each failure, up to two minutes', async () => {
    const since = '2026-11-28 12:00:00';
    for (const [from, failures, within] of [
      [since, 0, 15_000],
      [since, 1, 30_000],
      [since, 9, 120_000],
      [undefined, 0, 60_000],
      [undefined, 1, 120_000],
      [undefined, 9, 120_000],
    ] as const) {
      expect(stateWithin(from, failures)).toBe(within);
      expect((await round([], from, failures))[0]?.withinMs).toBe(within);
    }
  });

  it('asks once more after an answer that took long, to know the time exactly', async () => {
    for (const [tookMs, calls] of [
      [5_000, 1],
      [20_000, 2],
    ] as const) {
      let now = 0;
      const trips: number[] = [];
      await syncOnce({
        gate: { gateId: 'g-1', key },
        since: () => (trips.length === 0 ? undefined : '2026-11-28 12:00:00'),
        productsVersion: () => undefined,
        steady: () => now,
        learn: async (_, roundTripMs) => void trips.push(roundTripMs),
        call: async () => {
          now += trips.length === 0 ? tookMs : 100;
          return {} as never;
        },
        database: { queued: async () => [], sent: async () => undefined, setAside: async () => undefined },
      });
      expect(trips).toEqual([tookMs, 100].slice(0, calls));
    }
  });
});
