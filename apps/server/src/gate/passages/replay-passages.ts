// Replays a ticket's passages in order. Gates report late and in any order, so each report replays all of them.
import { MAX_GATE_CLOCK_OFF_MS } from '@kippu/contract/limits';
import { theRules } from '@kippu/domain/rules';
import { isBesideGate } from '@kippu/ticket-code/decide/passed-tickets';
import type { GateCode } from '@kippu/contract/calls/gate/gate';
import type { GateDirection } from '@kippu/contract/values';
import type { GateConflictTable } from '../../platform/db/tables/tables.ts';

type ConflictKind = GateConflictTable['kind'];

/** What one gate did; times in epoch milliseconds. */
export interface Passage {
  readonly gateId: string;
  readonly eventId: string;
  readonly stationId: string;
  /** The directions for which the gate was enrolled. */
  readonly allowed: GateDirection;
  readonly code: GateCode;
  readonly at: number;
  /** The gate clock's time. It differs from `at` when that time is impossible. */
  readonly reportedAt: number;
  /** When the shown certificate was issued; null when staff typed the number. */
  readonly issuedAt: number | null;
  /** Whether the product opens no gate of that direction there. */
  readonly wrongPlace: boolean;
  /** Whether it was before the ticket was refunded, voided or disused, and reported after that. */
  readonly missed: boolean;
  /** Its place in the server's history, which says what the server knew when; 0 where nothing depends on that. */
  readonly historyId: number;
}

/** A station check that the traveller made without a gate (35, 36), or a journey copied from the ticket that this one replaced. */
export interface Check {
  readonly recordId: string;
  readonly stationId: string;
  readonly direction: 'in' | 'out';
  readonly at: number;
  /** Whether it was copied from the replaced ticket. A copied exit is a whole journey, whatever else is known of it. */
  readonly copied: boolean;
  /** When the traveller took the entry back; null for not. A gate's passage before that is an entry or exit made nevertheless. */
  readonly cancelledAt: number | null;
}

/** The ticket was revoked at `from`, until `until` or still. A transfer revokes old certificates only. */
export interface Revocation {
  readonly from: number;
  readonly until: number | null;
  /** Certificates issued up to this time are revoked for good. */
  readonly upTo: number;
  readonly onlyOlder: boolean;
}

/** The ticket was transferred, or replaced by a new ticket. */
export interface Handover {
  readonly at: number;
  /** Its place in the server's history. */
  readonly historyId: number;
  /** A certificate issued after this time is the receiver's. */
  readonly upTo: number;
  /** Who gave it to whom; null for a new ticket, which stays with its account. */
  readonly accounts: { readonly from: string | null; readonly to: string | null } | null;
}

export interface TicketPast {
  readonly passages: readonly Passage[];
  readonly checks: readonly Check[];
  readonly revocations: readonly Revocation[];
  readonly handovers: readonly Handover[];
  /** When a traveller added it; null if nobody has. */
  readonly boundAt: number | null;
  /** How many journeys it is good for; null for any number. */
  readonly journeys: number | null;
  /** The last millisecond of its validity; null before activation. */
  readonly validUntil: number | null;
  /** When the ticket's present account received it from another; 0 if it did not. */
  readonly ownedSince: number;
  /** A passage in the other direction at the same station within this time is flagged; milliseconds. */
  readonly passBackMs: number;
}

export interface Conflict {
  readonly gateId: string;
  readonly eventId: string;
  readonly kind: ConflictKind;
  /**
   * What it contradicts: another passage, a verification, or a handover. Empty if the passage alone is wrong. Staff who resolve a conflict judge this
   * contradiction and no other.
   */
  readonly against: string;
}

export interface History {
  /** One for each entry through a gate; `closedAt` is null while it is open. */
  readonly entries: readonly { readonly passage: Passage; readonly closedAt: number | null }[];
  /** The traveller's own checks that a later passage closed. */
  readonly closedChecks: readonly { readonly recordId: string; readonly closedAt: number }[];
  /** The records of the checks that nothing has closed. */
  readonly openChecks: readonly string[];
  /** Verified entries after the last journey that no gate's passage of the ticket explains: a ticket that it replaced had been used. */
  readonly unexplained: readonly Check[];
  /** The gate's passage that ended the last journey; null if none did. */
  readonly ending: Passage | null;
  readonly conflicts: readonly Conflict[];
  /** The present account's last entry and exit. */
  readonly lastIn: number | null;
  readonly lastOut: number | null;
  /** When its journeys ended, the earliest first. */
  readonly ends: readonly number[];
  /** Whether it has an open entry. */
  readonly inside: boolean;
  /** Whether its journeys are used up and its traveller has left: inside a station, the ticket is needed to leave. */
  readonly finished: boolean;
}

type Step = {
  readonly at: number;
  /** By this time it is put in order. */
  readonly order: number;
  readonly reportedAt: number;
  readonly direction: 'in' | 'out';
  readonly key: string;
} & ({ readonly passage: Passage } | { readonly check: Check });
/** What follows all passages of its second. */
type Afterwards = { readonly at: number } & ({ readonly cancelled: Check } | { readonly handover: Handover });

/** Where a traveller is, as far as it is known. */
interface Position {
  readonly direction: 'in' | 'out' | null;
  readonly by: Passage | Check | null;
}
interface Entry {
  readonly passage: Passage;
  closedAt: number | null;
}
/** What is open of a traveller. */
interface Whereabouts {
  readonly position: Position;
  readonly openEntry: Entry | null;
  readonly openChecks: Check[];
  /** What was known before the open entry that was only verified. */
  readonly beforeCheck: { readonly position: Position; readonly lastIn: number | null };
}

/** Names a passage or a verification in a conflict; empty for none. */
export const nameOf = (step: Passage | Check | null): string =>
  step === null
    ? ''
    : 'recordId' in step
      ? `check ${step.recordId}`
      : `passage ${step.gateId} ${step.eventId}`;

const secondOf = (at: number): number => Math.floor(at / 1000);
const compare = (a: Step, b: Step): number =>
  secondOf(a.order) - secondOf(b.order) ||
  secondOf(a.reportedAt) - secondOf(b.reportedAt) ||
  (a.key < b.key ? -1 : 1);

/** A passage with the receiver's certificate was after the transfer, also where the gate's clock is behind. */
const orderOf = ({ at, issuedAt }: Passage, handovers: readonly Handover[]): number =>
  handovers.reduce(
    (order, handover) =>
      handover.accounts !== null && issuedAt !== null && issuedAt > handover.upTo
        ? Math.max(order, handover.at + 1000)
        : order,
    at,
  );

/**
 * Yields the steps, the oldest first. Gates know whole seconds, so within one second the step that fits comes first: an exit
 * when `isInside()`, else an entry. In one direction the traveller's own checks come first, then gates by their ids, so
 * that the order is always the same. A gate's passage comes before a cancellation and a handover of its second.
 */
function* inOrder(
  { passages, checks, handovers }: TicketPast,
  isInside: () => boolean,
): Generator<Step | Afterwards> {
  const steps: Step[] = [
    ...checks.map((check) => ({
      at: check.at,
      order: check.at,
      reportedAt: check.at,
      direction: check.direction,
      key: `0 ${String(check.at).padStart(15, '0')} ${check.recordId}`,
      check,
    })),
    ...passages.map((passage) => ({
      at: passage.at,
      order: orderOf(passage, handovers),
      reportedAt: passage.reportedAt,
      direction: passage.code === 31 ? ('in' as const) : ('out' as const),
      key: `1 ${passage.gateId} ${passage.eventId}`,
      passage,
    })),
  ].toSorted(compare);
  const cancelled = checks.flatMap((check) =>
    check.cancelledAt === null ? [] : { at: check.cancelledAt, cancelled: check },
  );
  const afterwards: Afterwards[] = [
    ...cancelled,
    ...handovers.map((handover) => ({ at: handover.at, handover })),
  ].toSorted((a, b) => a.at - b.at);
  let after = 0;
  let next = 0;
  while (next < steps.length || after < afterwards.length) {
    const [step, later] = [steps[next], afterwards[after]];
    if (later && (!step || secondOf(later.at) < secondOf(step.order))) {
      after += 1;
      yield later;
      continue;
    }
    const second = secondOf(step?.order ?? 0);
    let end = next;
    while (end < steps.length && secondOf(steps[end]?.order ?? 0) === second) end += 1;
    const together = steps.slice(next, end);
    next = end;
    const left = {
      in: together.filter(({ direction }) => direction === 'in').values(),
      out: together.filter(({ direction }) => direction === 'out').values(),
    };
    for (let count = together.length; count > 0; count -= 1) {
      const [wanted, other] = isInside() ? [left.out, left.in] : [left.in, left.out];
      const fitting = wanted.next().value ?? other.next().value;
      if (fitting) yield fitting;
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

/** Staff's 37 and 38 are allowed at any gate. */
const isWrongWay = ({ code, allowed }: Passage): boolean =>
  (code === 31 && allowed === 'out') || (code === 32 && allowed === 'in');

/** A clock that is slightly off is corrected without a conflict. */
const isWrongClock = ({ at, reportedAt }: Passage): boolean =>
  Math.abs(reportedAt - at) > MAX_GATE_CLOCK_OFF_MS;

/**
 * Whether the ticket was passed back: it has just passed the same station in the other direction. Staff's 37 and 38 are
 * allowed. With a wrong clock the time is unknown, so nothing is flagged.
 */
function isPassBack(passage: Passage, before: Passage, withinMs: number): boolean {
  const { code, at, stationId } = passage;
  if ((code !== 31 && code !== 32) || stationId !== before.stationId) return false;
  return at - before.at < withinMs && !isWrongClock(passage) && !isWrongClock(before);
}

/** Whether a passage without a certificate let in nobody who had the ticket: no traveller had added it. */
const isUnbound = ({ at, issuedAt }: Passage, boundAt: number | null): boolean =>
  issuedAt === null && (boundAt === null || at + MAX_GATE_CLOCK_OFF_MS < boundAt);

const isExit = ({ direction }: Check): boolean => direction === 'out';

/** Whether the passage is the same as the verification before it. With a wrong clock only the station says so. */
function isOneWith(passage: Passage, check: Check): boolean {
  const at = secondOf(check.at);
  const passed = { stationId: passage.stationId, at: isWrongClock(passage) ? at : secondOf(passage.at) };
  return isBesideGate({ stationId: check.stationId, at }, passed);
}

/** What is wrong with a passage in the direction of the one before it, which was at a gate, verified, or copied from the replaced ticket. */
function isTwice(passage: Passage, before: Passage | Check | null): boolean {
  if (before === null || 'code' in before) return before !== null;
  return !before.copied && !isOneWith(passage, before);
}

/** An entry must be made within the validity; its exit may follow for four hours after it. */
function isExpired(passage: Passage, validUntil: number | null): boolean {
  const { code, at } = passage;
  // With a wrong clock the time of the passage is unknown.
  if (validUntil === null || isWrongClock(passage)) return false;
  const grace = code === 32 ? theRules().exitGraceHours * 3_600_000 : 0;
  return (code === 31 || code === 32) && at > validUntil + grace;
}

/**
 * Computes a ticket's entries, conflicts and journeys from all its passages. The result does not depend on their order, nor on whether a
 * cancellation or a verification was made before a gate's report arrived:
 *
 * - A verification in the direction of the gate's passage before it belongs to that passage: nothing opens, and nothing closes. The server refuses it when it
 *   knows the passage, so a passage that it follows in a later second is flagged.
 * - A verification before a gate's passage in its direction belongs to it at the same station within some minutes. Otherwise a second person may have passed,
 *   and the passage is flagged.
 * - A verified entry after the last journey is flagged at the passage that ended that journey: the server refuses it when it knows the passage.
 * - A cancellation takes back an entry that is only verified. When a gate has been passed since, or before, it changes nothing.
 * - An entry that was open when the ticket changed hands, and reported after that, is flagged: the server refuses that too when it knows the entry. A verified
 *   one was not known to be open because of a gate's passage, which is flagged.
 * - Where an account was says nothing of another one. With a transfer the receiver is outside, as the server knew the ticket then, and the sender's entry is
 *   closed; it is open again if the sender gets the ticket back. Journeys and the pass-back time belong to the ticket, not to an account.
 */
export function replayPassages(past: TicketPast): History {
  const entries: Entry[] = [];
  /** The one of the entries that nothing has closed. */
  let openEntry: Entry | null = null;
  const closed = new Map<string, number>();
  const conflicts: Conflict[] = [];
  /** Where the traveller is, as far as it is known. */
  let position: Position = { direction: null, by: null };
  /** The last passage at a gate, whatever the traveller verified since. */
  const last: { passage: Passage | null; direction: 'in' | 'out' } = { passage: null, direction: 'in' };
  const ends: number[] = [];
  /** The gate's passage that ended the last journey. */
  let ending: Passage | null = null;
  /** What ended the last journey. */
  let lastEnd: Passage | Check | null = null;
  const unexplained: Check[] = [];
  let lastIn: number | null = null;
  let lastOut: number | null = null;
  let openChecks: Whereabouts['openChecks'] = [];
  let beforeCheck: Whereabouts['beforeCheck'] = { position, lastIn };
  /** Where each former owner was when they gave the ticket away. */
  const given = new Map<string, Whereabouts>();

  /** Closes what is open. Only a gate's passage closes the verified exits that are still shown. */
  const close = (at: number, byGate: boolean) => {
    if (openEntry) openEntry.closedAt = at;
    openEntry = null;
    const shown = byGate ? [] : openChecks.filter(isExit);
    for (const check of openChecks) if (!shown.includes(check)) closed.set(check.recordId, at);
    openChecks = shown;
  };
  const enter = (at: number, byGate: boolean) => {
    close(at, byGate);
    position = { ...position, direction: 'in' };
    if (at >= past.ownedSince) lastIn = at;
  };
  /** Keeps where the sender is, and goes on with what is known of the receiver. */
  const handOver = (at: number, { from, to }: NonNullable<Handover['accounts']>) => {
    const left = openChecks.filter((check) => !isExit(check));
    if (from !== null) given.set(from, { position, openEntry, openChecks: left, beforeCheck });
    close(at, false);
    const shown = openChecks;
    const nowhere = { direction: null, by: null };
    const outside = {
      position: nowhere,
      openEntry,
      openChecks: [],
      beforeCheck: { position: nowhere, lastIn },
    };
    ({ position, openEntry, openChecks, beforeCheck } = given.get(to ?? '') ?? outside);
    if (openEntry) openEntry.closedAt = null;
    for (const { recordId } of openChecks) closed.delete(recordId);
    openChecks = [...openChecks, ...shown];
  };
  const leave = (at: number, always: boolean, byGate: boolean) => {
    if (always || position.direction !== 'out') ends.push(at);
    close(at, byGate);
    position = { ...position, direction: 'out' };
    if (at >= past.ownedSince) lastOut = at;
  };

  const flagged = new Set<string>();
  const flag = ({ gateId, eventId }: Passage, kind: ConflictKind, against = '') => {
    const key = JSON.stringify([kind, gateId, eventId, against]);
    if (!flagged.has(key)) conflicts.push({ gateId, eventId, kind, against });
    flagged.add(key);
  };

  for (const step of inOrder(past, () => position.direction === 'in')) {
    const { at } = step;
    if ('handover' in step) {
      const { handover } = step;
      const entered = openEntry?.passage ?? (position.direction === 'in' ? last.passage : null);
      if (entered && entered.historyId > handover.historyId) flag(entered, 'changedHands', `handover ${at}`);
      if (handover.accounts) handOver(at, handover.accounts);
      continue;
    }
    if ('cancelled' in step) {
      if (!openChecks.includes(step.cancelled)) continue;
      ({ position, lastIn } = beforeCheck);
      openChecks = openChecks.filter((check) => check !== step.cancelled);
      continue;
    }
    if ('check' in step) {
      const { check, direction } = step;
      const { by } = position;
      if (!check.copied && by && 'code' in by && position.direction === direction) {
        if (secondOf(at) > secondOf(by.at)) flag(by, 'sameDirection', nameOf(check));
        closed.set(check.recordId, at);
        continue;
      }
      const before = { position, lastIn };
      if (direction === 'in' && past.journeys !== null && ends.length >= past.journeys) {
        if (ending) flag(ending, 'usedUp', nameOf(check));
        else unexplained.push(check);
      }
      const ended = ends.length;
      if (direction === 'in') enter(at, false);
      else leave(at, check.copied, false);
      if (ends.length > ended) lastEnd = check;
      beforeCheck = before;
      openChecks.push(check);
      position = { direction, by: check };
      continue;
    }
    const { passage } = step;
    const { direction, by } = position;
    if (isRevoked(passage, past.revocations)) flag(passage, 'revoked');
    if (isWrongWay(passage)) flag(passage, 'wrongDirection');
    if (isWrongClock(passage)) flag(passage, 'wrongClock');
    if (passage.wrongPlace) flag(passage, 'wrongPlace');
    if (passage.missed) flag(passage, 'beforeRefund');
    if (isUnbound(passage, past.boundAt)) flag(passage, 'noTraveller');
    if (isExpired(passage, past.validUntil)) flag(passage, 'expired');
    if (
      last.passage &&
      last.direction !== step.direction &&
      isPassBack(passage, last.passage, past.passBackMs)
    )
      flag(passage, 'passBack', nameOf(last.passage));
    Object.assign(last, { passage, direction: step.direction });
    if (passage.code === 31) {
      if (direction === 'in' && isTwice(passage, by)) flag(passage, 'sameDirection', nameOf(by));
      if (past.journeys !== null && ends.length >= past.journeys) flag(passage, 'usedUp', nameOf(lastEnd));
      enter(at, true);
      openEntry = { passage, closedAt: null };
      entries.push(openEntry);
    } else {
      const isBeside = by && 'recordId' in by && !by.copied && isOneWith(passage, by);
      if (passage.code === 32 && direction !== 'in' && !(direction === 'out' && isBeside))
        flag(passage, direction === 'out' && isTwice(passage, by) ? 'sameDirection' : 'noEntry', nameOf(by));
      const before = ends.length;
      // A forced use counts as a whole journey, whatever else is known of it.
      leave(at, passage.code === 38, true);
      if (ends.length > before) {
        ending = passage;
        lastEnd = passage;
      }
    }
    position = { ...position, by: passage };
  }
  const inside = position.direction === 'in';
  return {
    entries,
    closedChecks: [...closed].map(([recordId, closedAt]) => ({ recordId, closedAt })),
    openChecks: openChecks.map(({ recordId }) => recordId),
    unexplained,
    ending,
    conflicts,
    lastIn,
    lastOut,
    ends,
    inside,
    finished: !inside && past.journeys !== null && ends.length >= past.journeys,
  };
}
