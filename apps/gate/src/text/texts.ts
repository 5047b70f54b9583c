// The gate's texts in the languages for staff. It shows two at once.
import { BY_HAND_REASONS, type ByHandReason, type PassengerCategory } from '@kippu/contract/values';
import type { GateCode } from '@kippu/contract/calls/gate/gate';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { nameIn } from '@kippu/contract/names';
import { offeredLanguages, ownLanguage, type Language } from '@kippu/contract/languages';
import { GATE, GATE_LABELS } from '@kippu/words/generated/gate';
import { joined, textsWith, type Text } from '@kippu/words/staff-text';
import type { RefusalReason } from '@kippu/ticket-code/decide/verify';
import type { ClockProblem } from '../core/gate-clock.ts';
import { dateAt, epochToWall } from '@kippu/domain/time/service-day';
import { timeOf } from './railway-time.ts';

export type { Text };

/** All words of the gate's tables. Labels of one screen stand beside it, as `text(…)`. */
const words = joined(GATE);

/** One text in Japanese and English. Other languages have a label for the English text in packages/words/src/<language>/gate/labels.ts. */
export const text = textsWith(GATE_LABELS);

/** Returns the languages that the gate shows: the railway's own, then another one. Those without words for staff are left out. */
export function gateLanguages(): readonly Language[] {
  const own = ownLanguage();
  const others = ['en', ...offeredLanguages()].filter((each) => each !== own);
  const shown = [own, ...others].filter((each) => Object.hasOwn(GATE, each));
  return [...new Set(shown)].slice(0, 2);
}

/** Returns a station's name in the languages that the gate shows. */
export const stationText = (station: Station): Text => ({
  ...Object.fromEntries(offeredLanguages().map((each) => [each, nameIn(station, 'stationName', each)])),
  ja: nameIn(station, 'stationName', 'ja'),
  en: nameIn(station, 'stationName', 'en'),
});

export const CATEGORY: Readonly<Record<PassengerCategory, Text>> = words.tickets.category;

export const DIRECTION = words.tickets.direction;

/** The gate's actions. */
export const PASSAGE: Readonly<Record<GateCode, Text>> = {
  31: DIRECTION.in,
  32: DIRECTION.out,
  37: words.tickets.act.forcedExit,
  38: words.tickets.act.forcedUse,
};

/** The reasons for a staff action. */
export const REASONS: Readonly<Record<ByHandReason, Text>> = words.tickets.byHand;

const FIXED: Readonly<Record<Exclude<RefusalReason, 'stale' | 'clockAhead' | 'used' | 'passBack'>, Text>> =
  words.decisions.refused;

/** Returns the text of a staff reason: a known reason, or the typed words. */
export function byHandText(reason: string): Text {
  const known = BY_HAND_REASONS.find((each) => each === reason);
  return known ? REASONS[known] : { ...text(reason, ''), [ownLanguage()]: reason };
}

/** Formats seconds: up to two minutes in seconds, then in minutes, hours or days. */
export const span: (seconds: number) => Text = words.span;

/** A phone clock that differs by this much is near the limit, so the owner is warned. */
const WARN_SKEW_SECONDS = 20;

/** Returns the warning for a phone's clock, or null when none is needed. */
export const skewWarning = (skewSeconds: number): Text | null =>
  Math.abs(skewSeconds) >= WARN_SKEW_SECONDS ? words.decisions.phoneClockOff : null;

/** The values that a reason's text includes. */
export interface Why {
  readonly staleBySeconds?: number | undefined;
  readonly usedAt?: number | undefined;
}

/** Returns the text of a reason. `more.usedAt` is in epoch seconds, and `now` in epoch milliseconds. */
export function reasonText(reason: RefusalReason, more: Why, now: number): Text {
  const { decisions } = words;
  if (reason === 'stale') return decisions.stale(more.staleBySeconds ?? 0);
  if (reason === 'clockAhead') return decisions.clockAhead(more.staleBySeconds ?? 0);
  if (reason !== 'used' && reason !== 'passBack') return FIXED[reason];
  const at = (more.usedAt ?? 0) * 1000;
  const when = dateAt(at) === dateAt(now) ? timeOf(at).slice(0, 5) : epochToWall(at).slice(5, 16);
  if (reason === 'passBack')
    return more.usedAt === undefined ? decisions.passBack : decisions.passBackAt(when);
  return more.usedAt === undefined ? decisions.used : decisions.usedAt(when);
}

export const HEADLINE = words.decisions.headline;

/** What failed, and what staff do. */
export const TROUBLE_WORDS = words.troubles;

/** Why the gate does not run. */
export type Halt = ClockProblem | { readonly kind: 'closed' | 'storage' | 'keys' };

/** Returns the text for a gate that does not run: why, and what staff do. */
export function haltText(halt: Halt): { readonly title: Text; readonly todo: Text } {
  const { halts } = words;
  switch (halt.kind) {
    case 'off':
    case 'setBack': {
      const { title, todo } = halts[halt.kind];
      return { title: title(halt.seconds), todo };
    }
    default:
      return halts[halt.kind];
  }
}
