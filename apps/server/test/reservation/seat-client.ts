// A traveller's seat calls over HTTP, for tests.
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/platform/db/database.ts';
import type { OperatorData } from '../../src/platform/operator/operator-data.ts';
import { seedAccounts, seedProducts, seedTickets, signIn } from './seat.ts';

const SEAT = '/jtr-jwqs-app/guest/seat/info';
export const KIX = 'kansai-airport';
/** Leaves the airport at 10:15; the tests' clock starts at 09:00 on that day. */
export const TRAIN_14 = { departureId: 'haruka-14@2026-04-01', from: KIX, to: 'kyoto' };

export type Answer = Awaited<ReturnType<typeof read>>;
const read = async (answer: { statusCode: number; json: () => { code: string; data: never } }) => ({
  status: answer.statusCode,
  ...(answer.json() as {
    code: string;
    msg: string;
    values: Record<string, string | number>;
    // Answers have many shapes; toMatchObject checks them.
    data: never;
  }),
});

export interface SeatClient {
  readonly get: (call: string, query?: Record<string, string>) => Promise<Answer>;
  readonly post: (call: string, body: object, key?: string) => Promise<Answer>;
  /** Holds seats on train 14 unless `more` says otherwise. Returns the hold's id, or the code of the refusal. */
  readonly hold: (ticketIds: string[], seats: string[], more?: object) => Promise<string>;
  /** Holds and saves. Returns the reservation's id, or the code of the refusal. */
  readonly book: (ticketIds: string[], seats: string[], more?: object) => Promise<string>;
}

/** Signs the account in at `now` (epoch milliseconds). */
export async function seatClient(
  app: FastifyInstance,
  db: Db,
  accountId: string,
  now: number,
): Promise<SeatClient> {
  const headers = await signIn(db, accountId, now);
  const post: SeatClient['post'] = async (call, body, key) => {
    const idempotent = key === undefined ? {} : { 'idempotency-key': key };
    const url = `${SEAT}/${call}`;
    return read(
      await app.inject({ method: 'POST', url, payload: body, headers: { ...headers, ...idempotent } }),
    );
  };
  const held = async (ticketIds: string[], seats: string[], more: object = {}) => {
    const answer = await post('seatHold', { ...TRAIN_14, ticketIds, seats, ...more });
    return answer.code === 'OK' ? (answer.data as { holdId: string }).holdId : answer.code;
  };
  return {
    get: async (call, query = {}) =>
      read(await app.inject({ url: `${SEAT}/${call}?${new URLSearchParams(query)}`, headers })),
    post,
    hold: held,
    book: async (ticketIds, seats, more) => {
      const answer = await post('seatSave', { holdId: await held(ticketIds, seats, more) });
      return answer.code === 'OK' ? (answer.data as { reservationId: string }).reservationId : answer.code;
    },
  };
}

/** Seeds three accounts: `a0` has one ticket of each product and more passes, `a1` and `a2` one pass each. */
export async function seedSeats(db: Db, operator: OperatorData, now: number): Promise<void> {
  await seedAccounts(db, 3, now);
  await seedProducts(db, operator);
  await seedTickets(
    db,
    [
      { ticket_id: 'in', product_id: 'haruka-kix-kyoto' },
      { ticket_id: 'in2', product_id: 'haruka-kix-kyoto' },
      { ticket_id: 'out', product_id: 'haruka-kyoto-kix' },
      { ticket_id: 'tennoji', product_id: 'haruka-kix-tennoji' },
      { ticket_id: 'round', product_id: 'haruka-round-kyoto' },
      ...['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'].map((id) => ({
        ticket_id: id,
        product_id: 'kansai-pass-2day',
      })),
      { ticket_id: 'wide', product_id: 'kansai-wide-5day' },
      { ticket_id: 'museum', product_id: 'museum-eticket' },
      { ticket_id: 'b1', product_id: 'kansai-pass-2day', account_id: 'a1' },
      { ticket_id: 'c1', product_id: 'kansai-pass-2day', account_id: 'a2' },
    ],
    now,
  );
}
