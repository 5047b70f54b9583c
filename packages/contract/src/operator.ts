// What a railway sets for itself, in operator.json: its kinds of products, its classes of seats, its directions, its rules. operator/README.md explains each.
import type { Direction } from './values.ts';

/** A word by language tag, at least in the languages that the operator offers. */
export type OperatorWords = Readonly<Record<string, string>>;

/**
 * What tickets of a kind are for.
 * `journeys`: they open gates for one journey or two, with a reserved seat on each.
 * `days`: they open gates for a number of days.
 * `admission`: they open no gate; staff take them in.
 * `exchange`: they open no gate; a counter exchanges them for another railway's ticket.
 */
export const KIND_USES = ['journeys', 'days', 'admission', 'exchange'] as const;
export type KindUse = (typeof KIND_USES)[number];

export interface OperatorKind {
  readonly kind: string;
  readonly use: KindUse;
  readonly words: OperatorWords;
}

export interface OperatorClass {
  readonly class: string;
  /** One or two letters for the picture of a train; without them the class has no mark. */
  readonly mark?: string;
  readonly words: OperatorWords;
}

interface OperatorDirection {
  /** The end of the line to which it runs; formations name it. */
  readonly end: string;
  /** Without words, a direction is named by the stations where its trains end. */
  readonly words?: OperatorWords;
}
export type OperatorDirections = Readonly<Record<Direction, OperatorDirection>>;

/** Units are in the names. */
export interface OperatorRules {
  /** Booking of a date of travel opens so many calendar months and days before it, at this hour. */
  readonly bookingOpens: { readonly monthsAhead: number; readonly daysAhead: number; readonly hour: number };
  /** Seats may be reserved, changed and cancelled until so long before departure. */
  readonly changeClosesMinutes: number;
  /** How long seats are held while the traveller confirms. */
  readonly holdSeconds: number;
  /** The most seats that a traveller chooses at once. */
  readonly maxSeats: number;
  /** A train with so many free seats or fewer shows 'few'. */
  readonly fewSeats: number;
  /** After the departure of a cancelled train, its seats may be moved to another one for so many days. */
  readonly cancelledMoveDays: number;
  /** How long after the validity an entry made within it allows the exit. */
  readonly exitGraceHours: number;
  /** A passage in the other direction with the same ticket at the same station within this time needs staff; 0 switches it off. */
  readonly passBackMinutes: number;
  /** How long a traveller's own verification at a station is shown. */
  readonly verifiedMinutes: number;
  /** How long after its verification a traveller may cancel an entry. */
  readonly cancelMinutes: number;
  /** How many entries of one ticket a traveller may cancel on one day; 0 leaves this to staff. */
  readonly cancelsPerDay: number;
  /** How far from a station a phone may be to verify there, besides the inaccuracy of its position. */
  readonly nearbyMetres: number;
  /** The most stations that are offered as near. */
  readonly maxNearby: number;
}
/** The rules by which passages are judged. */
export type GateRules = Pick<OperatorRules, 'passBackMinutes'>;
