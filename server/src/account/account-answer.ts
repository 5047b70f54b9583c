// Accounts and sessions as the contract's answers.
import type { LoginInfo, Member, Tokens as WireTokens } from '@kippu/contract/account';
import { LANGUAGES, type Language } from '@kippu/contract/limits';
import type { Tokens } from '../http/session.ts';
import { wireTime } from '../http/wire-time.ts';
import type { AccountRow } from './account-store.ts';
import type { SignedIn } from './registry.ts';

/** The language an account is written to in. */
export const languageOf = (account: AccountRow): Language =>
  LANGUAGES.find((language) => language === account.language) ?? 'ja';

export function memberAnswer(account: AccountRow): Member {
  return {
    email: account.email ?? '',
    username: account.username,
    fullname: account.fullname,
    country: account.country,
    language: languageOf(account),
    passwordChangedAt: wireTime(account.password_changed_at),
    createdAt: wireTime(account.created_at),
  };
}

export const tokensAnswer = ({ token, refreshToken, createdAt, expiresIn }: Tokens): WireTokens => ({
  token,
  refreshToken,
  createAt: wireTime(createdAt),
  expiresIn,
});

export const loginAnswer = ({ tokens, account }: SignedIn): LoginInfo => ({
  ...tokensAnswer(tokens),
  member: memberAnswer(account),
});
