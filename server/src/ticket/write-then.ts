// A guest's write with something to do once it is committed, such as a mail, and not again for a retry.
import type { Call, DataOf } from '@kippu/contract/call';
import { inTransaction, type Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { GuestInput } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { once, requestFingerprint } from '../http/idempotency.ts';

export interface Written<C extends Call> {
  readonly answer: DataOf<C>;
  readonly committed: () => void;
}

/** Does the work in one transaction, once by its Idempotency-Key, and `committed` after the commit; otherwise as bindGuestWrite. */
export async function writeThen<C extends Call>(
  deps: Pick<Deps, 'db'>,
  call: C,
  input: GuestInput<C>,
  work: (trx: Trx) => Promise<Written<C> | AppError>,
): Promise<DataOf<C> | AppError> {
  const key = input.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || key.length < 8 || key.length > 100))
    throw new AppError('REQ-0001', { values: { field: 'Idempotency-Key' } });
  const written: Written<C>[] = [];
  const answer = await inTransaction(deps.db, async (trx): Promise<DataOf<C> | AppError> => {
    const run = async () => {
      const done = await work(trx);
      if (done instanceof AppError) return done;
      written.push(done);
      return done.answer;
    };
    if (key === undefined) return run();
    const fingerprint = requestFingerprint(call.name, input.query, input.body);
    return once(trx, { accountId: input.session.accountId, key, fingerprint }, new Date(input.now), run);
  });
  for (const { committed } of written) committed();
  return answer;
}
