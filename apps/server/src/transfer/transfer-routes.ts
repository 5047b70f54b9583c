// The calls that give tickets away: to a registered account, or by a link. Both accounts are mailed after the commit.
import type { FastifyInstance } from 'fastify';
import * as party from '@kippu/contract/calls/traveller/party';
import * as calls from '@kippu/contract/calls/traveller/ticket';
import { openSecrets } from '../account/password-crypto/secret-field.ts';
import type { Trx } from '../platform/db/database.ts';
import { momentOf } from '../platform/live/late-trains.ts';
import { AppError } from '../platform/wire/app-error.ts';
import {
  bindGuestSlowBooking,
  bindGuestSlowWrite,
  bindGuestWrite,
  type GuestInput,
} from '../platform/calls/bind-guest.ts';
import type { AfterCommit } from '../platform/calls/idempotency.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { languageOf } from '../account/record/account-answer.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { linkOf } from '../ticket/issue/ticket-link.ts';
import { productOf } from '../ticket/record/ticket-answer.ts';
import { callBackLink, checkLink, sendLink, type CheckedLink } from './send-link.ts';
import { linkMail } from './transfer-mails.ts';
import { notifyHandOver, type ReservationsOf } from './hand-over.ts';
import { checkTransfer, transferTickets, type CheckedTransfer } from './transfer-ticket.ts';

export function addTransferRoutes(app: FastifyInstance, deps: Deps, reservationsOf: ReservationsOf): void {
  type One = GuestInput<typeof calls.transferTicket>;
  type Several = GuestInput<typeof party.transferTickets>;
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
    await notifyHandOver(trx, { deps, rules: operator.settings.rules, reservationsOf }, done);
    afterCommit(deps.queue.wake);
    return { transferredAt: wireTime(done.moment.now) };
  };
  bindGuestSlowBooking(app, deps, calls.transferTicket, {
    prepare: (input) => check(calls.transferTicket.name, input, [input.body.ticketId]),
    write,
  });
  bindGuestSlowBooking(app, deps, party.transferTickets, {
    prepare: (input) => check(party.transferTickets.name, input, input.body.ticketIds),
    write,
  });

  type Link = GuestInput<typeof party.sendLink>;
  bindGuestSlowWrite(app, deps, party.sendLink, {
    prepare: async ({ session: { accountId, sessionId }, body, now }: Link) => {
      const { ticketId, token, email, emailRepeat } = body;
      const secrets = { purpose: party.sendLink.name, fields: [body.password] };
      const [password = ''] = await openSecrets(deps.db, deps.keys, secrets, now);
      const receiver =
        email === undefined && emailRepeat === undefined
          ? undefined
          : { email: email ?? '', emailRepeat: emailRepeat ?? '' };
      return checkLink(deps.db, { accountId, sessionId, ticketId, token, password, receiver }, now);
    },
    write: async (
      trx: Trx,
      { prepared, body: { token, ticketId }, now }: Link & { readonly prepared: CheckedLink },
      afterCommit: AfterCommit,
    ) => {
      const { mac } = deps.keys;
      const { sender, view, email, until } = await sendLink(trx, prepared, { mac, clock: deps.clock });
      const wireUntil = wireTime(until);
      if (email !== undefined) {
        const link = linkOf(deps.config.publicOrigin, token);
        const about = { product: productOf(view), link, until: wireUntil };
        const mail = linkMail({ ...about, to: email, language: languageOf(sender) });
        const { account_id: accountId } = sender;
        await queueMail(trx, deps.queue, mail, { accountId, key: `link ${ticketId}`, expiresAt: until }, now);
        afterCommit(deps.queue.wake);
      }
      return { until: wireUntil };
    },
  });
  bindGuestWrite(app, deps, party.callBackLink, async (trx, { session: { accountId }, body, now }) => {
    await callBackLink(trx, { accountId, ticketId: body.ticketId }, now);
    return null;
  });
}
