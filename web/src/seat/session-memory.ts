// What a flow of screens must know after a reload, in this tab only: the seats held, the journey looked at.
import { wallToEpoch } from '@kippu/domain/service-day';
import { send } from '../app/api.ts';
import { clockOffset } from '../app/server-clock.ts';
import { forget, isRecord, recall, remember } from '../app/tab-memory.ts';
import { seatRelease } from '@kippu/contract/seat-hold';
import type { DataOf } from '@kippu/contract/call';
import type { seatHold } from '@kippu/contract/seat-hold';
import type { JourneyWish } from './journey-plan.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

type Held = DataOf<typeof seatHold>;
export interface Hold extends Held {
  /** Its end by this phone's own clock, epoch milliseconds: after a reload no answer has told the server's time yet. */
  readonly until: number;
}

export const rememberHold = (held: Held): void =>
  remember(`kippu.hold.${held.holdId}`, { ...held, until: wallToEpoch(held.expiresAt) - clockOffset() });
export const forgetHold = (holdId: string): void => forget(`kippu.hold.${holdId}`);
/** The hold with this id as this tab knows it; undefined when it was saved, released, or made elsewhere. */
export function recallHold(holdId: string): Hold | undefined {
  const stored = recall(`kippu.hold.${holdId}`);
  if (!isRecord(stored)) return undefined;
  const { seats, expiresAt, until } = stored;
  if (!isTexts(seats) || typeof expiresAt !== 'string' || typeof until !== 'number') return undefined;
  return { holdId, seats, expiresAt, until };
}

/** Frees a hold this tab made; a lost answer does not matter, since a hold lapses by itself. */
export async function releaseHold(holdId: string): Promise<void> {
  if (!recallHold(holdId)) return;
  forgetHold(holdId);
  await send(seatRelease, { body: { holdId }, keepalive: true }).catch(() => undefined);
}

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
