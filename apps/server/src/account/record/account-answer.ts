// Converts accounts and sessions into the contract's answers.
import type { LoginInfo, Member } from '@kippu/contract/calls/traveller/account';
import type { Tokens as WireTokens } from '@kippu/contract/calls/traveller/session';
import { chooseLanguage, type Language } from '@kippu/contract/languages';
import type { Tokens } from '../../session/session.ts';
import { withMark } from '../../session/token-mark.ts';
import { theRules } from '@kippu/domain/rules';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { AccountRow } from './account-store.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import type { SignedIn } from '../sign-up/registry.ts';

/** Returns the language for mails to the account. */
export const languageOf = (account: Pick<AccountRow, 'language'>): Language =>
  chooseLanguage([account.language]);

/** `signedInAt` is when the session began, epoch milliseconds. */
export function memberAnswer(account: AccountRow, signedInAt: number): Member {
  return {
    email: account.email ?? '',
    username: account.username,
    fullname: account.fullname,
    country: account.country,
    language: languageOf(account),
    passwordChangedAt: wireTime(account.password_changed_at),
    createdAt: wireTime(account.created_at),
    signedInAt: wireTime(signedInAt),
    // Of a railway without such mails there is nothing to choose.
    ...(theRules().eveMailHour === undefined ? {} : { eveMails: account.eve_mails }),
  };
}

export const tokensAnswer = (
  keys: Keys,
  { token, refreshToken, createdAt, expiresIn }: Tokens,
): WireTokens => ({
  token: withMark(keys, token),
  refreshToken: withMark(keys, refreshToken),
  createAt: wireTime(createdAt),
  expiresIn,
});

export const loginAnswer = (keys: Keys, { tokens, account }: SignedIn): LoginInfo => ({
  ...tokensAnswer(keys, tokens),
  member: memberAnswer(account, tokens.createdAt),
});
