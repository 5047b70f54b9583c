// Turns a hold into a reservation, whole or not at all.
import { inTransaction, type Db } from '../db/database.ts';
import { saveHold, type NewReservation } from './seat-store.ts';

/** Thrown inside the transaction so that a half-made reservation is rolled back; never leaves this file. */
class HoldGone extends Error {}

export type SaveHoldResult = { ok: true } | { ok: false; code: 'SEAT-0008' };

/** Saves the hold as a reservation; SEAT-0008 when it lapsed, was released, or is not this account's. */
export async function saveHeldSeats(db: Db, save: NewReservation): Promise<SaveHoldResult> {
  try {
    await inTransaction(db, async (trx) => {
      if ((await saveHold(trx, save)) === 'expired') throw new HoldGone();
    });
    return { ok: true };
  } catch (error) {
    if (error instanceof HoldGone) return { ok: false, code: 'SEAT-0008' };
    throw error;
  }
}
