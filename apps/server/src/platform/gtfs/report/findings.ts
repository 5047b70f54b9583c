// Collects what is found while a feed is read: all of it, each code with its first places and how often it occurs.
import {
  FINDING_CODES,
  FINDING_LEVELS,
  MAX_PLACES,
  type FindingCode,
  type FindingLevel,
} from '@kippu/contract/feed-findings';
import { invisibleShown } from '@kippu/domain/text/seen-text';
import { storableText } from '../../db/json-text.ts';

/** Where something was found. */
export interface Place {
  /** The file's name, such as 'stop_times.txt'. */
  readonly file?: string;
  /** From 1. A row in quotation marks that spans lines has the line on which it begins. */
  readonly line?: number;
  readonly column?: string;
  readonly value?: string;
  /** What the value does not agree with: a file, a line or another value. */
  readonly against?: string;
}
export interface Finding {
  readonly code: FindingCode;
  readonly level: FindingLevel;
  /** How often it occurs. */
  readonly count: number;
  /** The first places, at most MAX_PLACES. */
  readonly places: readonly Place[];
}

const LONGEST = 120;
/** The file's own text as the report shows it. */
const short = (text: string) =>
  invisibleShown(storableText(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));

const ORDER = Object.keys(FINDING_CODES);

export class Findings {
  readonly #found = new Map<FindingCode, { count: number; readonly places: Place[] }>();

  add(code: FindingCode, { file, line, column, value, against }: Place = {}): void {
    const found = this.#found.get(code) ?? { count: 0, places: [] };
    this.#found.set(code, found);
    found.count += 1;
    if (found.places.length >= MAX_PLACES) return;
    found.places.push({
      ...(file === undefined ? {} : { file: short(file) }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column: short(column) }),
      ...(value === undefined ? {} : { value: short(value) }),
      ...(against === undefined ? {} : { against: short(against) }),
    });
  }

  /** Adds what another reading found. */
  addAll(other: Findings): void {
    for (const [code, { count, places }] of other.#found) {
      for (const place of places) this.add(code, place);
      const found = this.#found.get(code);
      if (found) found.count += count - places.length;
    }
  }

  get hasErrors(): boolean {
    return [...this.#found.keys()].some((code) => FINDING_CODES[code] === 'error');
  }

  /** How often a code was found. */
  countOf(code: FindingCode): number {
    return this.#found.get(code)?.count ?? 0;
  }

  /** Returns everything, errors first. */
  list(): Finding[] {
    const place = (code: FindingCode) =>
      FINDING_LEVELS.indexOf(FINDING_CODES[code]) * 1000 + ORDER.indexOf(code);
    return [...this.#found]
      .toSorted(([a], [b]) => place(a) - place(b))
      .map(([code, found]) => ({ code, level: FINDING_CODES[code], ...found }));
  }
}
