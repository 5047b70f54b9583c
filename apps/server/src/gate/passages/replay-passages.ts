// What a ticket's passages add up to. Gates tell them late and in any order, so they are always read anew, in order.
import { GATE_CLOCK_OFF_MOST_MS, type GateCode, type GateDirection } from '@kippu/contract/gate';
import type { GateConflictTable } from '../db/tables.ts';

type ConflictKind = GateConflictTable['kind'];

/** What one gate did; times in epoch milliseconds. */
export interface Passage {
  readonly gateId: string;
  readonly eventId: string;
  readonly stationId: string;
  /** The ways the gate was enrolled for. */
  readonly allowed: GateDirection;
  readonly code: GateCode;
  readonly at: number;
  /** What the gate's clock said: another moment where that cannot be. */
  readonly toldAt: number;
  /** When the shown certificate was issued; null where staff typed the number. */
  readonly issuedAt: number | null;
}

/** A station check that the traveller made without a gate (35, 36), or a journey of the ticket that this one replaced. */
export interface Check {
  readonly recordId: string;
  readonly direction: 'in' | 'out';
  readonly at: number;
  /** Of the ticket before: a whole journey, whatever was seen of it. */
  readonly carried: boolean;
}

/** The ticket was revoked at `from`; without an end it still is. A transfer revokes old certificates only. */
export interface Revocation {
  readonly from: number;
  readonly until: number | null;
  /** Certificates issued up to then are worth nothing for good. */
  readonly upTo: number;
  readonly onlyOlder: boolean;
}

export interface TicketPast {
  readonly passages: readonly Passage[];
  readonly checks: readonly Check[];
  readonly revocations: readonly Revocation[];
  /** How many journeys it is good for; null for any number. */
  readonly journeys: number | null;
}

export interface Conflict {
  readonly gateId: string;
  readonly eventId: string;
  readonly kind: ConflictKind;
}

export interface History {
  /** One for each entry by a gate; open until something closed it. */
  readonly entries: readonly { readonly passage: Passage; readonly closedAt: number | null }[];
  /** The traveller's own checks that a later passage has settled. */
  readonly settledChecks: readonly { readonly recordId: string; readonly closedAt: number }[];
  readonly conflicts: readonly Conflict[];
  readonly lastIn: number | null;
  readonly lastOut: number | null;
  /** When its journeys ended, the earliest first. */
  readonly ends: readonly number[];
  /** Whether its journeys are used up. */
  readonly finished: boolean;
}

type Step = {
  readonly at: number;
  readonly toldAt: number;
  readonly way: 'in' | 'out';
  readonly key: string;
} & ({ readonly passage: Passage } | { readonly check: Check });

const compare = (a: Step, b: Step): number => a.at - b.at || a.toldAt - b.toldAt || (a.key < b.key ? -1 : 1);

/**
 * Gives the steps, the oldest first. Times are whole seconds: of those that fall together the one that fits comes first, an
 * entry for who is outside and an exit for who is inside, as `isInside` tells when it is asked. Of one way the traveller's
 * own checks come first, then gates by their ids: any order, but always the same.
 */
function* inOrder({ passages, checks }: TicketPast, isInside: () => boolean): Generator<Step> {
  const steps: Step[] = [
    ...checks.map((check) => ({
      ...{ at: check.at, toldAt: check.at, way: check.direction },
      ...{ key: `0 ${check.recordId}`, check },
    })),
    ...passages.map((passage) => ({
      ...{ at: passage.at, toldAt: passage.toldAt },
      way: passage.code === 31 ? ('in' as const) : ('out' as const),
      key: `1 ${passage.gateId} ${passage.eventId}`,
      passage,
    })),
  ].toSorted(compare);
  let next = 0;
  while (next < steps.length) {
    const at = steps[next]?.at;
    let end = next;
    while (steps[end]?.at === at) end += 1;
    const together = steps.slice(next, end);
    next = end;
    while (together.length > 0) {
      const wanted = isInside() ? 'out' : 'in';
      const fitting = together.findIndex((step) => step.way === wanted);
      yield* together.splice(Math.max(fitting, 0), 1);
    }
  }
}

function isRevoked({ at, issuedAt }: Passage, revocations: readonly Revocation[]): boolean {
  return revocations.some(({ from, until, upTo, onlyOlder }) => {
    if (from > at) return false;
    const shownOld = issuedAt !== null && issuedAt <= upTo;
    return shownOld || (!onlyOlder && (until === null || at < until));
  });
}

/** Staff's 37 and 38 are theirs to do at any gate. */
const isWrongWay = ({ code, allowed }: Passage): boolean =>
  (code === 31 && allowed === 'out') || (code === 32 && allowed === 'in');

/** A clock that is a little ahead is put right without a word. */
const isWrongClock = ({ at, toldAt }: Passage): boolean => Math.abs(toldAt - at) > GATE_CLOCK_OFF_MOST_MS;

/** Takes all that is known of a ticket's passages, in any order; gives what it adds up to, always the same. */
export function replayPassages(past: TicketPast): History {
  const entries: { passage: Passage; closedAt: number | null }[] = [];
  const settled = new Map<string, number>();
  const conflicts: Conflict[] = [];
  /** Where the traveller stands, as far as it is told. */
  const stand: { way: 'in' | 'out' | null; byGate: boolean } = { way: null, byGate: false };
  const ends: number[] = [];
  let lastIn: number | null = null;
  let lastOut: number | null = null;
  let openChecks: Check[] = [];

  const close = (at: number) => {
    const entry = entries.at(-1);
    if (entry && entry.closedAt === null) entry.closedAt = at;
    for (const { recordId } of openChecks) settled.set(recordId, at);
    openChecks = [];
  };
  const enter = (at: number) => {
    close(at);
    stand.way = 'in';
    lastIn = at;
  };
  const leave = (at: number, always: boolean) => {
    if (always || stand.way !== 'out') ends.push(at);
    close(at);
    stand.way = 'out';
    lastOut = at;
  };

  for (const step of inOrder(past, () => stand.way === 'in')) {
    const { at } = step;
    if ('check' in step) {
      if (step.way === 'in') enter(at);
      else leave(at, step.check.carried);
      openChecks.push(step.check);
      stand.byGate = false;
      continue;
    }
    const { passage } = step;
    const { way, byGate } = stand;
    const flag = (kind: ConflictKind) =>
      conflicts.push({ gateId: passage.gateId, eventId: passage.eventId, kind });
    if (isRevoked(passage, past.revocations)) flag('revoked');
    if (isWrongWay(passage)) flag('wrongDirection');
    if (isWrongClock(passage)) flag('wrongClock');
    if (passage.code === 31) {
      if (way === 'in' && byGate) flag('sameDirection');
      if (past.journeys !== null && ends.length >= past.journeys) flag('usedUp');
      enter(at);
      entries.push({ passage, closedAt: null });
    } else {
      if (passage.code === 32 && way !== 'in') flag(way === 'out' && byGate ? 'sameDirection' : 'noEntry');
      // A forced use stands for a whole journey, whatever was seen of it.
      leave(at, passage.code === 38);
    }
    stand.byGate = true;
  }
  return {
    entries,
    settledChecks: [...settled].map(([recordId, closedAt]) => ({ recordId, closedAt })),
    conflicts,
    lastIn,
    lastOut,
    ends,
    finished: past.journeys !== null && ends.length >= past.journeys,
  };
}
