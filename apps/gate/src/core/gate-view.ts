// The state that the screens show. It is one value, replaced as a whole.
import type { GateDirection } from '@kippu/contract/values';
import type { Direction } from '@kippu/ticket-code/code/moment';
import type { Certificate } from '@kippu/ticket-code/certificate/payload';
import type { DayCount, GateSettings } from '../storage/gate-database.ts';
import type { Trouble } from '../text/refusals.ts';
import type { Halt, Text } from '../text/texts.ts';

/** A read or a staff action, as it is shown. */
export interface Shown {
  readonly id: number;
  readonly kind: 'go' | 'stop' | 'staff';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly headline: Text;
  /** The text under the headline: the reason for a refusal, or a warning. */
  readonly reason: Text | null;
  readonly certificate: Certificate | null;
  /** The way of a passage, at a gate that works both ways. */
  readonly direction: Direction | null;
}

export interface GateView {
  readonly phase: 'starting' | 'enrol' | 'ready';
  readonly settings: GateSettings | null;
  /** Why the gate does not run, or null when it does. */
  readonly halt: Halt | null;
  readonly verdict: Shown | null;
  /** Newest first. */
  readonly recent: readonly Shown[];
  readonly count: DayCount;
  readonly queued: number;
  readonly stuck: number;
  /** When the server last answered, epoch milliseconds. */
  readonly syncedAt: number | null;
  readonly online: boolean;
  /** Why the gate cannot reach the server, or null after a successful round. */
  readonly trouble: Trouble | null;
  /** Epoch milliseconds, updated each second. */
  readonly now: number;
}

/** Returns the directions that staff may set, of those the gate is enrolled for. */
export const directionsOf = (allowed: GateDirection): readonly GateDirection[] =>
  allowed === 'both' ? ['in', 'out', 'both'] : [allowed];

export const EMPTY_DAY = (date: string): DayCount => ({ date, in: 0, out: 0, stopped: 0, forced: 0 });

/** Returns the day's count with the given numbers added. */
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
  trouble: null,
  now: 0,
};
