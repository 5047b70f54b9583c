// Acts with several tickets at once, and links that pass one on.
import { Type } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import { EmailText, Encrypted, Id, WireTime } from '../../fields.ts';
import { LINK_ALPHABET, LINK_LETTERS, MAX_TICKETS_OF_CALL } from '../../limits.ts';
import * as routes from '../../routes/traveller/party.ts';
import { Receiver, TicketSummary, TRANSFER_REFUSALS } from './ticket.ts';

/** Each ticket once. */
const TicketIds = Type.Array(Id, { minItems: 1, maxItems: MAX_TICKETS_OF_CALL, uniqueItems: true });

/** If one of them is refused, none is used. */
export const activateTickets = defineCall(routes.activateTickets, {
  body: strict({ ticketIds: TicketIds }),
  data: strict({ tickets: Type.Array(TicketSummary) }),
  refusals: ['TKT-0001', 'TKT-0005', 'TKT-0006', 'TKT-0007'],
});

/** If one of them is refused, none is transferred. */
export const transferTickets = defineCall(routes.transferTickets, {
  body: strict({ ticketIds: TicketIds, ...Receiver }),
  data: strict({ transferredAt: WireTime }),
  refusals: [...TRANSFER_REFUSALS],
});

/**
 * The phone makes the token, so that no answer that is stored for a retry has it. An older link of the ticket is called back. With an email, the link is
 * mailed there; without one, the sender passes it on.
 */
export const sendLink = defineCall(routes.sendLink, {
  body: strict({
    ticketId: Id,
    token: Type.String({
      minLength: LINK_LETTERS,
      maxLength: LINK_LETTERS,
      pattern: `^[${LINK_ALPHABET}]{${LINK_LETTERS}}$`,
    }),
    password: Encrypted,
    email: Type.Optional(EmailText),
    emailRepeat: Type.Optional(EmailText),
  }),
  data: strict({ until: WireTime }),
  refusals: [
    'TKT-0001',
    'TKT-0005',
    'TKT-0007',
    'TKT-0008',
    'TKT-0013',
    'TKT-0015',
    'TKT-0016',
    'AccountOrPwdError',
    'MFA-0011',
    'ACC-0012',
    'REQ-0004',
  ],
});

export const callBackLink = defineCall(routes.callBackLink, {
  body: strict({ ticketId: Id }),
  refusals: ['TKT-0001'],
});
