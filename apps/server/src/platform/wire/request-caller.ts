// What the server knows about a request's caller, stored with the request.
import type { FastifyInstance } from 'fastify';
import type { GateCaller } from '../../gate/enrol/gate-auth.ts';
import type { ExpectedSession, GuestSession } from '../../session/session.ts';
import type { PartnerIdentity } from '../../session/partner-key.ts';
import type { DeskIdentity } from '../../session/staff-session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The checked session of a guest. */
    guestSession: GuestSession | null;
    /** A guest's session of a token seen before, to be checked in the call's transaction. */
    expectedSession: ExpectedSession | null;
    deskCaller: DeskIdentity | null;
    gateCaller: GateCaller | null;
    partnerCaller: PartnerIdentity | null;
    /** The nonce of a gate that enrols: the answer is proved with it. */
    enrolmentNonce: string | null;
  }
}

/** Declares the fields above on every request, empty. */
export function decorateCallers(app: FastifyInstance): void {
  for (const field of [
    'guestSession',
    'expectedSession',
    'deskCaller',
    'gateCaller',
    'partnerCaller',
    'enrolmentNonce',
    'callerName',
    'errorCode',
    'outage',
    'traceId',
  ] as const)
    app.decorateRequest(field, null);
}
