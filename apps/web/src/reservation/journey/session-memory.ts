// The state that a booking needs after a reload, in this tab only: the chosen seats and the viewed journey.
import { forget, isRecord, recall, remember } from '../../app/storage/tab-memory.ts';
import type { JourneyInput } from './journey-plan.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Stores the journey last viewed at an address of the train list, to restore it on return. */
export const rememberJourney = (address: string, input: JourneyInput): void =>
  remember(`kippu.journey.${address}`, input);
export function recallJourney(address: string): Partial<JourneyInput> {
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
/** Stores the seats last chosen at an address of the seat map. */
export const rememberSeats = (address: string, seats: readonly string[]): void =>
  remember(SEATS, { ...chosenSeats(), [address]: seats });
export function recallSeats(address: string): readonly string[] {
  const stored = chosenSeats()[address];
  return isTexts(stored) ? stored : [];
}
/** Clears all choices after a reservation. Otherwise the seat map would report the traveller's own seats as lost. */
export const forgetSeats = (): void => forget(SEATS);
