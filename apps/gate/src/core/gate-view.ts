// What the screens show of the gate: one value, replaced as a whole.
import type { GateDirection } from '@kippu/contract/gate';
import type { Certificate } from '@kippu/ticket-code/certificate-payload';
import type { DayCount, GateSettings } from './gate-database.ts';
import type { Halt, Text } from './texts.ts';

/** One thing that was read or done, as it is shown. */
export interface Shown {
  readonly id: number;
  readonly kind: 'go' | 'stop' | 'staff';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly headline: Text;
  /** Under the headline: why not, or a warning. */
  readonly reason: Text | null;
  readonly certificate: Certificate | null;
}

export interface GateView {
  readonly phase: 'starting' | 'enrol' | 'ready';
  readonly settings: GateSettings | null;
  /** Why the gate does not run; null when it does. */
  readonly halt: Halt | null;
  readonly verdict: Shown | null;
  /** The newest first. */
  readonly recent: readonly Shown[];
  readonly count: DayCount;
  readonly queued: number;
  readonly stuck: number;
  /** When the server last answered, epoch milliseconds. */
  readonly syncedAt: number | null;
  readonly online: boolean;
  /** Epoch milliseconds, each second. */
  readonly now: number;
}

/** The ways a gate may be set to, of those it was enrolled for. */
export const waysOf = (allowed: GateDirection): readonly GateDirection[] =>
  allowed === 'both' ? ['in', 'out', 'both'] : [allowed];

export const EMPTY_DAY = (date: string): DayCount => ({ date, in: 0, out: 0, stopped: 0, forced: 0 });

/** Adds to a day's count. */
export function addCount(count: DayCount, more: Partial<Omit<DayCount, 'date'>>): DayCount {
  return {
    date: count.date,
    in: count.in + (more.in ?? 0),
    out: count.out + (more.out ?? 0),
    stopped: count.stopped + (more.stopped ?? 0),
    forced: count.forced + (more.forced ?? 0),
  };
}

export const START_VIEW: GateView = {
  phase: 'starting',
  settings: null,
  halt: null,
  verdict: null,
  recent: [],
  count: EMPTY_DAY(''),
  queued: 0,
  stuck: 0,
  syncedAt: null,
  online: true,
  now: 0,
};
