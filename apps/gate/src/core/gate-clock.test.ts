// The gate's clock: corrected by the server, refused when wrong, and never moved backwards.
import { describe, expect, it } from 'vitest';
import { GateClock } from './gate-clock.ts';

const NOON = Date.parse('2026-11-28T12:00:00+09:00');
const MINUTE = 60_000;

/** A device whose clock can be moved. Its steady clock is not affected. */
function device(at = NOON) {
  let wall = at;
  // The device was switched on ten seconds ago.
  let steady = 10_000;
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
  it('does not run before the server has reported its time', () => {
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

  it('adds half of the round-trip time', () => {
    const clock = new GateClock(device());
    clock.check(NOON, 400);
    expect(clock.now()).toBe(NOON + 200);
  });

  it('corrects a clock that was moved back a little, and refuses one that was moved far', () => {
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

  it('continues after a sleep during which the steady clock stood still', () => {
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

  it('accepts the server’s time when its own was wrongly in the future', () => {
    const sources = device(NOON + 1440 * MINUTE);
    const clock = new GateClock(sources, { offset: 0, latest: NOON + 1440 * MINUTE, checkedAt: 0 });
    sources.move(-1440 * MINUTE);
    clock.check(NOON, 0);
    expect(clock.problem()).toBeNull();
  });

  it('corrects a step back between the network’s tolerance and two minutes, and nothing else', () => {
    const movedBy = (ms: number) => {
      const sources = device();
      const clock = new GateClock(sources);
      clock.check(NOON, 0);
      sources.pass(30_000);
      sources.move(ms);
      clock.tick();
      return clock.now() - NOON - 30_000;
    };
    expect(movedBy(-1_500)).toBe(-1_500);
    expect(movedBy(-1_501)).toBe(0);
    expect(movedBy(-2 * MINUTE)).toBe(0);
    expect(movedBy(-2 * MINUTE - 1)).toBe(-2 * MINUTE - 1);
    expect([1_000, MINUTE].map(movedBy)).toEqual([1_000, MINUTE]);
  });

  it('reports that it was set back only beyond two minutes', () => {
    const restarted = (latest: number) =>
      new GateClock(device(), { offset: 0, latest, checkedAt: 0 }).problem();
    expect(restarted(NOON + 2 * MINUTE)).toBeNull();
    expect(restarted(NOON + 2 * MINUTE + 1)).toEqual({ kind: 'setBack', seconds: 120 });
  });

  it('is not corrected by a move when the server has never set it', () => {
    const sources = device();
    const clock = new GateClock(sources);
    sources.move(-MINUTE);
    clock.tick();
    expect(clock.problem()).toEqual({ kind: 'unchecked' });
    expect(clock.record()).toBeNull();
  });

  it('behaves the same after a restart, also when the device moves the clock then', () => {
    const record = { offset: 1_000, latest: NOON, checkedAt: NOON - MINUTE };
    const sources = device();
    const clock = new GateClock(sources, record);
    expect(clock.record()).toEqual(record);
    clock.tick();
    expect(clock.record()).toEqual({ ...record, latest: NOON + 1_000 });
  });

  it('is not corrected by the first tick after the server’s answer', () => {
    const sources = device();
    const clock = new GateClock(sources);
    sources.pass(MINUTE);
    clock.check(NOON, 0);
    sources.pass(1_000);
    clock.tick();
    expect(clock.now()).toBe(NOON + 1_000);
  });
});
