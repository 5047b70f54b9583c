// The calls that transfer tickets to a registered account. Both accounts are mailed after the commit.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/traveller/ticket';
import { openSecrets } from '../account/password-crypto/secret-field.ts';
import type { Trx } from '../platform/db/database.ts';
import { momentOf } from '../platform/live/late-trains.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { bindGuestSlowBooking, type GuestInput } from '../platform/calls/bind-guest.ts';
import type { AfterCommit } from '../platform/calls/idempotency.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { tellHandOver, type ReservationsOf } from './hand-over.ts';
import { checkTransfer, transferTickets, type CheckedTransfer } from './transfer-ticket.ts';

export function addTransferRoutes(app: FastifyInstance, deps: Deps, reservationsOf: ReservationsOf): void {
  type One = GuestInput<typeof calls.transferTicket>;
  type Several = GuestInput<typeof calls.transferTickets>;
  const check = async (
    purpose: string,
    { session, body, now }: One | Several,
    ticketIds: readonly string[],
  ) => {
    const { accountId, sessionId } = session;
    const { email, emailRepeat } = body;
    const [password = ''] = await openSecrets(deps.db, deps.keys, { purpose, fields: [body.password] }, now);
    return checkTransfer(deps.db, { accountId, sessionId, ticketIds, email, emailRepeat, password }, now);
  };
  const write = async (
    trx: Trx,
    { prepared, operator }: (One | Several) & { readonly prepared: CheckedTransfer },
    afterCommit: AfterCommit,
  ) => {
    const done = await transferTickets(trx, prepared, () => momentOf(operator, deps.clock()));
    if (done instanceof AppError) return done;
    await tellHandOver(trx, { deps, rules: operator.settings.rules, reservationsOf }, done);
    afterCommit(deps.queue.wake);
    return { transferredAt: wireTime(done.moment.now) };
  };
  bindGuestSlowBooking(app, deps, calls.transferTicket, {
    prepare: (input) => check(calls.transferTicket.name, input, [input.body.ticketId]),
    write,
  });
  bindGuestSlowBooking(app, deps, calls.transferTickets, {
    prepare: (input) => check(calls.transferTickets.name, input, input.body.ticketIds),
    write,
  });
}
