// Holds chosen seats for a traveller while they confirm: all of them or none.
import { HOLD_SECONDS } from '@kippu/contract/limits';
import { inTransaction, type Db } from '../db/database.ts';
import { takeSeats, type NewHold } from './seat-store.ts';

/** Thrown inside the transaction so that a partly won hold is rolled back; never leaves this file. */
class SeatLost extends Error {}

export type HoldResult = { ok: true; expiresAt: number } | { ok: false; code: 'SEAT-0002' };

/**
 * Holds every wanted seat on every leg for HOLD_SECONDS, or none of them (SEAT-0002: somebody was quicker).
 * `now` is epoch milliseconds of the server's clock.
 */
export async function holdSeats(db: Db, hold: Omit<NewHold, 'expiresAt'>): Promise<HoldResult> {
  const expiresAt = hold.now + HOLD_SECONDS * 1000;
  try {
    await inTransaction(db, async (trx) => {
      if (!(await takeSeats(trx, { ...hold, expiresAt }))) throw new SeatLost();
    });
    return { ok: true, expiresAt };
  } catch (error) {
    if (error instanceof SeatLost) return { ok: false, code: 'SEAT-0002' };
    throw error;
  }
}
