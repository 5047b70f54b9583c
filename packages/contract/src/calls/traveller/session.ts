// How a session is kept alive. In a file of its own, because the first screen needs no other account call.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/session.ts';
import { WireTime, text } from '../../fields.ts';

export const LoginAgent = text(32, 1);

export const TOKEN_FIELDS = {
  token: Type.String(),
  refreshToken: Type.String(),
  createAt: WireTime,
  /** Seconds from createAt. */
  expiresIn: Type.Integer(),
};
export const Tokens = strict(TOKEN_FIELDS);
export type Tokens = Static<typeof Tokens>;

export const refreshToken = defineCall(routes.refreshToken, {
  /** Enough for a token and the names of its fields. */
  bodyBytes: 2 * 1024,
  query: strict({ loginAgent: LoginAgent, refreshToken: Type.String({ minLength: 1, maxLength: 256 }) }),
  data: Tokens,
  refusals: ['SES-0003', 'SES-0004', 'SES-0005'],
});
