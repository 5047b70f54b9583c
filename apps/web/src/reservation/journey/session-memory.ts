// What a flow of screens must know after a reload, in this tab only: the seats chosen, the journey looked at.
import { forget, isRecord, recall, remember } from '../app/tab-memory.ts';
import type { JourneyWish } from './journey-plan.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The journey last looked at from one address of the train list, so that coming back finds it again. */
export const rememberJourney = (address: string, wish: JourneyWish): void =>
  remember(`kippu.journey.${address}`, wish);
export function recallJourney(address: string): Partial<JourneyWish> {
  const stored = recall(`kippu.journey.${address}`);
  if (!isRecord(stored)) return {};
  const { from, to, date } = stored;
  return typeof from === 'string' && typeof to === 'string' && typeof date === 'string'
    ? { from, to, date }
    : {};
}

const SEATS = 'kippu.seats';
const chosenSeats = (): Record<string, unknown> => {
  const stored = recall(SEATS);
  return isRecord(stored) ? stored : {};
};
/** The seats last chosen at one address of the seat map. */
export const rememberSeats = (address: string, seats: readonly string[]): void =>
  remember(SEATS, { ...chosenSeats(), [address]: seats });
export function recallSeats(address: string): readonly string[] {
  const stored = chosenSeats()[address];
  return isTexts(stored) ? stored : [];
}
/** What was chosen has been reserved: a seat map looked at again must not call the traveller's own seats lost. */
export const forgetSeats = (): void => forget(SEATS);
