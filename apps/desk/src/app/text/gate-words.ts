// Texts for gate actions and conflicts, for staff who have to find out what happened.
import type { GateConflictKind } from '@kippu/contract/calls/desk/issue';
import { BY_HAND_REASONS, type ByHandReason, type GateDirection } from '@kippu/contract/values';
import type { GateCode } from '@kippu/contract/calls/gate/gate';
import { DESK_WORDS } from './words.ts';
import { text, type Text } from './texts.ts';

const words = DESK_WORDS.gates;

export const DIRECTION_WORDS: Readonly<Record<GateDirection, Text>> = words.direction;

export const PASSAGE_WORDS: Readonly<Record<GateCode, Text>> = words.passage;

interface KindWords {
  readonly title: Text;
  /** What the gate reported, and how that can happen. */
  readonly what: Text;
  /** What to check before the conflict is resolved. */
  readonly todo: Text;
}

export const KIND_WORDS: Readonly<Record<GateConflictKind, KindWords>> = words.conflict;

/** Reports whether a text, such as one of an address, is a kind of conflict. */
export const isConflictKind = (kind: string): kind is GateConflictKind => Object.hasOwn(KIND_WORDS, kind);

const BY_HAND_WORDS: Readonly<Record<ByHandReason, Text>> = words.byHand;

/** Returns why staff let a ticket pass: a known reason in the desk's words, any other as typed. */
export function byHandReason(reason: string): Text {
  const known = BY_HAND_REASONS.find((each) => each === reason);
  return known === undefined ? text(reason, reason) : BY_HAND_WORDS[known];
}

/** Returns enough of a gate's id to distinguish it from other gates. */
export const gateMark = (gateId: string): string => gateId.slice(0, 8);
