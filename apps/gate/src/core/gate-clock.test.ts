// The gate's clock: put right by the server, refused when wrong, never going back.
import { describe, expect, it } from 'vitest';
import { GateClock } from './gate-clock.ts';

const NOON = Date.parse('2026-11-28T12:00:00+09:00');
const MINUTE = 60_000;

/** A device whose clock may be moved while its steady clock runs on. */
function device(at = NOON) {
  let wall = at;
  let steady = 0;
  return {
    wall: () => wall,
    steady: () => steady,
    pass: (ms: number) => {
      wall += ms;
      steady += ms;
    },
    move: (ms: number) => {
      wall += ms;
    },
  };
}

describe('the clock', () => {
  it('does not run before the server has told the time', () => {
    const clock = new GateClock(device());
    expect(clock.problem()).toEqual({ kind: 'unchecked' });
    expect(clock.record()).toBeNull();
  });

  it.each([
    ['a minute fast', MINUTE, null],
    ['a minute slow', -MINUTE, null],
    ['two minutes fast, still', 2 * MINUTE, null],
    ['over two minutes fast', 2 * MINUTE + 1000, { kind: 'off', seconds: 121 }],
    ['over two minutes slow', -2 * MINUTE - 1000, { kind: 'off', seconds: -121 }],
    ['a day fast', 1440 * MINUTE, { kind: 'off', seconds: 86_400 }],
    ['a day slow', -1440 * MINUTE, { kind: 'off', seconds: -86_400 }],
  ] as const)('%s', (_, wrongBy, problem) => {
    const clock = new GateClock(device(NOON + wrongBy));
    clock.check(NOON, 0);
    expect(clock.problem()).toEqual(problem);
    expect(clock.now()).toBe(NOON);
  });

  it('counts half of the way the answer took', () => {
    const clock = new GateClock(device());
    clock.check(NOON, 400);
    expect(clock.now()).toBe(NOON + 200);
  });

  it('evens out a clock that was moved back a little, and refuses one that was moved far', () => {
    const sources = device();
    const clock = new GateClock(sources);
    clock.check(NOON, 0);
    sources.pass(10 * MINUTE);
    clock.tick();
    sources.move(-MINUTE);
    clock.tick();
    expect(clock.now()).toBe(NOON + 10 * MINUTE);
    sources.move(-60 * MINUTE);
    clock.tick();
    expect(clock.problem()).toEqual({ kind: 'setBack', seconds: 3600 });
    clock.check(NOON + 11 * MINUTE, 0);
    expect(clock.problem()).toMatchObject({ kind: 'off' });
  });

  it('runs on after a sleep, while which only the device counted', () => {
    const sources = device();
    const clock = new GateClock(sources);
    clock.check(NOON, 0);
    sources.move(8 * 60 * MINUTE);
    clock.tick();
    expect(clock.problem()).toBeNull();
    expect(clock.now()).toBe(NOON + 8 * 60 * MINUTE);
  });

  it('keeps its time through a restart without a network, unless the device comes back in the past', () => {
    const clock = new GateClock(device(NOON + MINUTE));
    clock.check(NOON, 0);
    const record = clock.record();
    if (!record) throw new Error('no record');
    const later = new GateClock(device(NOON + 6 * MINUTE), record);
    expect([later.problem(), later.now()]).toEqual([null, NOON + 5 * MINUTE]);
    const dead = new GateClock(device(Date.parse('2000-01-01')), record);
    expect(dead.problem()).toMatchObject({ kind: 'setBack' });
    dead.check(NOON + 10 * MINUTE, 0);
    expect(dead.problem()).toMatchObject({ kind: 'off' });
  });

  it('is freed by the server from a future it wrongly believed', () => {
    const sources = device(NOON + 1440 * MINUTE);
    const clock = new GateClock(sources, { offset: 0, latest: NOON + 1440 * MINUTE, checkedAt: 0 });
    sources.move(-1440 * MINUTE);
    clock.check(NOON, 0);
    expect(clock.problem()).toBeNull();
  });
});
