// The railway's own rules and kinds of tickets. A process or page serves one railway, so they are set once when it starts, as its zone is.
import type { KindUse, OperatorKind, OperatorRules, RailwayHas } from '@kippu/contract/page-settings';

interface Railway extends Partial<Pick<RailwayHas, 'hasGates'>> {
  readonly rules: OperatorRules;
  readonly kinds: readonly Pick<OperatorKind, 'kind' | 'use'>[];
}
let railway: Railway | undefined;

/** Sets the rules and kinds of all functions of this package. */
export function setRules(ofRailway: Railway): void {
  railway = ofRailway;
}

function theRailway(): Railway {
  if (!railway) throw new Error('the rules of the railway are not set');
  return railway;
}

/** Returns the rules. Throws Error before setRules. */
export const theRules = (): OperatorRules => theRailway().rules;

/** Returns what tickets of a kind are for; undefined for a kind that the operator's files no longer have. */
const useOf = (kind: string): KindUse | undefined =>
  theRailway().kinds.find((each) => each.kind === kind)?.use;

/** Whether tickets of a kind are good for one journey or two, with a reserved seat on each. */
export const isForJourneys = (kind: string): boolean => useOf(kind) === 'journeys';
/** Whether tickets of a kind open gates for a number of days. */
export const isForDays = (kind: string): boolean => useOf(kind) === 'days';
/** Whether tickets of a kind open gates. */
export const opensGates = (kind: string): boolean => isForJourneys(kind) || isForDays(kind);
/** Whether anybody reads the codes of tickets of a kind: a gate, staff at one, or a counter. Only pages know which gates there are. */
export const isCodeRead = (kind: string): boolean =>
  !isExchanged(kind) && (theRailway().hasGates !== false || !opensGates(kind));
/** Whether staff take tickets of a kind in, instead of a gate. */
export const isAdmitted = (kind: string): boolean => useOf(kind) === 'admission';
/** Whether a counter exchanges tickets of a kind. */
export const isExchanged = (kind: string): boolean => useOf(kind) === 'exchange';
/** Whether any ticket of the railway is a voucher. Without one, nothing names vouchers or their numbers. */
export const hasVouchers = (): boolean => theRailway().kinds.some(({ use }) => use === 'exchange');
/** Whether staff take any ticket of the railway in: an admission, or a voucher that a counter exchanges. */
export const hasTakingIn = (): boolean =>
  hasVouchers() || theRailway().kinds.some(({ use }) => use === 'admission');
