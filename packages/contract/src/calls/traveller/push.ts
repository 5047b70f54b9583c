// Messages that are pushed to this phone (Web Push, RFC 8030): what the phone subscribed to.
import { Type } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import { LanguageField } from '../../fields.ts';
import { MAX_PUSH_ENDPOINT } from '../../limits.ts';
import * as routes from '../../routes/traveller/push.ts';
import { PUSH_TOPICS } from '../../values.ts';

const Topics = Type.Array(Type.Enum([...PUSH_TOPICS]), {
  minItems: 1,
  maxItems: PUSH_TOPICS.length,
  uniqueItems: true,
});
/** A wall time of the railway, `HH:mm`. */
const TimeOfDay = Type.String({ maxLength: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
/** From when until when, each day, nothing is pushed that can wait. It may end after midnight; the same time twice is never. */
const QuietHours = strict({ from: TimeOfDay, to: TimeOfDay });

const PushState = strict({
  /** The server's VAPID key (RFC 8292) to subscribe with: a point of P-256, uncompressed, base64url. It changes only if it was stolen. */
  publicKey: Type.String(),
  /** What this phone has saved; null if nothing is pushed to it. */
  on: Type.Union([
    strict({
      topics: Topics,
      quiet: Type.Union([QuietHours, Type.Null()]),
      /** One of the operator's languages. */
      language: Type.String(),
    }),
    Type.Null(),
  ]),
});

export const readPush = defineCall(routes.readPush, { data: PushState });

/**
 * Saves this phone's subscription, instead of the one that it had. A phone that another account subscribed belongs to this account from now on.
 * Refuses an address of no known push service with PUSH-0001.
 */
export const savePush = defineCall(routes.savePush, {
  bodyBytes: 8 * 1024,
  body: strict({
    /** The push service's address of this phone. */
    endpoint: Type.String({
      minLength: 9,
      maxLength: MAX_PUSH_ENDPOINT,
      pattern: '^https?://[\\x21-\\x7e]+$',
    }),
    /** The phone's public key: a point of P-256, uncompressed, base64url. */
    p256dh: Type.String({ maxLength: 88, pattern: '^[A-Za-z0-9_-]{87}=?$' }),
    /** The secret of 16 bytes that the phone shares with the server, base64url. */
    auth: Type.String({ maxLength: 24, pattern: '^[A-Za-z0-9_-]{22}={0,2}$' }),
    language: LanguageField,
    topics: Topics,
    quiet: Type.Optional(QuietHours),
  }),
  data: PushState,
  refusals: ['PUSH-0001'],
});

/** Nothing is pushed to this phone any more. Succeeds also if nothing was. */
export const stopPush = defineCall(routes.stopPush, { data: PushState });
