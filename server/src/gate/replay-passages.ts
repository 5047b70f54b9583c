// What a ticket's passages add up to. Gates tell them late and in any order, so they are always read anew, in order.
import type { GateCode } from '@kippu/contract/gate';
import type { GateConflictTable } from '../db/tables.ts';

export type ConflictKind = GateConflictTable['kind'];

/** What one gate did; times in epoch milliseconds. */
export interface Passage {
  readonly gateId: string;
  readonly eventId: string;
  readonly stationId: string;
  readonly code: GateCode;
  readonly at: number;
  /** When the shown certificate was issued; null where staff typed the number. */
  readonly issuedAt: number | null;
}

/** A station check that the traveller made without a gate (35, 36). */
export interface Check {
  readonly recordId: string;
  readonly direction: 'in' | 'out';
  readonly at: number;
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
  /** Whether its journeys are used up. */
  readonly finished: boolean;
}

type Step = { readonly at: number; readonly key: string } & (
  { readonly passage: Passage } | { readonly check: Check }
);

/** Times are whole seconds, so what falls together is put in the order of ids: any order, but always the same. */
function inOrder({ passages, checks }: TicketPast): Step[] {
  const steps: Step[] = [
    ...passages.map((passage) => ({ at: passage.at, key: `${passage.eventId} ${passage.gateId}`, passage })),
    ...checks.map((check) => ({ at: check.at, key: check.recordId, check })),
  ];
  return steps.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}

function isRevoked({ at, issuedAt }: Passage, revocations: readonly Revocation[]): boolean {
  return revocations.some(({ from, until, upTo, onlyOlder }) => {
    if (from > at) return false;
    const shownOld = issuedAt !== null && issuedAt <= upTo;
    return shownOld || (!onlyOlder && (until === null || at < until));
  });
}

/** Takes all that is known of a ticket's passages, in any order; gives what it adds up to, always the same. */
export function replayPassages(past: TicketPast): History {
  const entries: { passage: Passage; closedAt: number | null }[] = [];
  const settled = new Map<string, number>();
  const conflicts: Conflict[] = [];
  let way = null as 'in' | 'out' | null;
  let byGate = false;
  let journeys = 0;
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
    way = 'in';
    lastIn = at;
  };
  const leave = (at: number, always = false) => {
    if (always || way !== 'out') journeys += 1;
    close(at);
    way = 'out';
    lastOut = at;
  };

  for (const step of inOrder(past)) {
    const { at } = step;
    if ('check' in step) {
      if (step.check.direction === 'in') enter(at);
      else leave(at);
      openChecks.push(step.check);
      byGate = false;
      continue;
    }
    const { passage } = step;
    const flag = (kind: ConflictKind) =>
      conflicts.push({ gateId: passage.gateId, eventId: passage.eventId, kind });
    if (isRevoked(passage, past.revocations)) flag('revoked');
    if (passage.code === 31) {
      if (way === 'in' && byGate) flag('sameDirection');
      if (past.journeys !== null && journeys >= past.journeys) flag('usedUp');
      enter(at);
      entries.push({ passage, closedAt: null });
    } else {
      if (passage.code === 32 && way !== 'in') flag(way === 'out' && byGate ? 'sameDirection' : 'noEntry');
      // A forced use stands for a whole journey, whatever was seen of it.
      leave(at, passage.code === 38);
    }
    byGate = true;
  }
  return {
    entries,
    settledChecks: [...settled].map(([recordId, closedAt]) => ({ recordId, closedAt })),
    conflicts,
    lastIn,
    lastOut,
    finished: past.journeys !== null && journeys >= past.journeys,
  };
}
