// Signs an account in without the app, whose screens would add seconds to the test of a hook.
import type { Member } from '@kippu/contract/calls/traveller/account';
import { beginSession } from '../src/app/session/session.ts';
import { aMember } from './factories.ts';
import { tokensOf } from './fake-server.ts';

/** Signs an account in, as login does. */
export const signIn = (account: Partial<Member> = {}): void => {
  const member = aMember(account);
  beginSession({ ...tokensOf(member.username), member });
};
