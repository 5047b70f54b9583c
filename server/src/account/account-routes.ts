// The calls of sign-up, sign-in and the member, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/account';
import type { BodyOf } from '@kippu/contract/call';
import { RESEND_SECONDS, SAAS_ID, VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import { normaliseEmail } from '@kippu/domain/account-rules';
import { inTransaction } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { bindGuest, bindGuestWrite, bindOpen, type CallInput } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { endSession } from '../http/session-store.ts';
import { rotateSession } from '../http/session.ts';
import { loginAnswer, memberAnswer, tokensAnswer } from './account-answer.ts';
import {
  requireCode,
  requireConsent,
  requireEmail,
  requireName,
  requireNewPassword,
} from './account-input.ts';
import * as store from './account-store.ts';
import { isCountry, listCountries } from './countries.ts';
import { login } from './login.ts';
import { decryptField, hashPassword } from './password-crypto.ts';
import { registry } from './registry.ts';
import { sendVerifyCode, type CodePurpose } from './send-verify-code.ts';

type Codes = typeof calls.sendVerifyCode | typeof calls.resetPasswordSend;
type Logins = typeof calls.login | typeof calls.authLogin;

/** Stores the code and lets the mail go unawaited: waiting would tell by time whether one was sent. */
async function sendCode(deps: Deps, { body, language, now, log }: CallInput<Codes>, purpose: CodePurpose) {
  const request = {
    email: requireEmail(body.email),
    purpose,
    language,
    publicOrigin: deps.config.publicOrigin,
  };
  const mail = await inTransaction(deps.db, (trx) => sendVerifyCode(trx, deps.keys, request, now));
  if (mail) deps.mail.send(mail).catch((error: unknown) => log.error({ err: error }, 'mail not sent'));
  return { resendAfter: RESEND_SECONDS, expiresIn: VERIFY_CODE_SECONDS };
}

async function register(deps: Deps, { body, now, headers }: CallInput<typeof calls.registry>) {
  const email = requireEmail(body.email, body.emailRepeat);
  requireConsent(body.termsAccepted, body.privacyAccepted);
  if (!isCountry(body.country)) throw new AppError('REQ-0001', { values: { field: 'country' } });
  const password = requireNewPassword(
    decryptField(deps.keys, body.password),
    decryptField(deps.keys, body.passwordRepeat),
  );
  const deviceId = headers['x-device-id'];
  const input = {
    email,
    verifyCode: requireCode(body.verifyCode),
    fullname: requireName('fullname', body.fullname),
    username: requireName('username', body.username),
    country: body.country,
    language: body.language,
    deviceId: typeof deviceId === 'string' ? deviceId.slice(0, 100) : '',
    passwordHash: await hashPassword(password),
  };
  const signedIn = await inTransaction(deps.db, (trx) => registry(trx, deps.keys, input, now));
  return signedIn instanceof AppError ? signedIn : loginAnswer(signedIn);
}

async function signIn(deps: Deps, body: BodyOf<Logins>, now: number) {
  if (body.loginType !== 'password') throw new AppError('AUTH-0001');
  if (body.loginAgent !== 'guest') throw new AppError('AUTH-0002');
  if (body.saasId !== SAAS_ID) throw new AppError('REQ-0001', { values: { field: 'saasId' } });
  const email = normaliseEmail(body.account);
  const password = decryptField(deps.keys, body.password);
  if (!email || !password) throw new AppError('AUTH-0003');
  return loginAnswer(await login(deps.db, deps.keys, { email, password, deviceId: body.deviceId }, now));
}

function addVisitorRoutes(app: FastifyInstance, deps: Deps): void {
  const { kid, jwk } = deps.keys.publicKey;
  const { n = '', e = '' } = jwk;
  bindOpen(app, deps, calls.publicKey, async () => ({
    kid,
    jwk: { kty: 'RSA' as const, n, e, alg: 'RSA-OAEP-256', use: 'enc' },
  }));
  bindOpen(app, deps, calls.getAllCountry, async ({ language }) => listCountries(language));
  bindOpen(app, deps, calls.sendVerifyCode, (input) => sendCode(deps, input, input.body.purpose));
  bindOpen(app, deps, calls.resetPasswordSend, (input) => sendCode(deps, input, 'resetPassword'));
  bindOpen(app, deps, calls.registry, (input) => register(deps, input));
  bindOpen(app, deps, calls.login, ({ body, now }) => signIn(deps, body, now));
  bindOpen(app, deps, calls.authLogin, ({ body, now }) => signIn(deps, body, now));
  bindOpen(app, deps, calls.refreshToken, async ({ query, now }) => {
    const tokens = await inTransaction(deps.db, (trx) => rotateSession(trx, query.refreshToken, now));
    return tokens instanceof AppError ? tokens : tokensAnswer(tokens);
  });
  const domain = deps.config.publicOrigin;
  bindOpen(app, deps, calls.saasOssSite, async () => ({ domain }));
  bindOpen(app, deps, calls.sysOssSite, async () => ({ domain }));
}

function addMemberRoutes(app: FastifyInstance, deps: Deps): void {
  bindGuest(app, deps, calls.memberLoad, async ({ session }) => {
    const account = await store.findAccount(deps.db, session.accountId);
    if (!account) throw new AppError('SES-0003');
    return memberAnswer(account);
  });
  bindGuestWrite(app, deps, calls.logout, async (trx, { session, now }) => {
    await endSession(trx, session.sessionId, 'logout', new Date(now));
    return null;
  });
  bindGuestWrite(app, deps, calls.updateInfo, async (trx, { session, body }) => {
    const { username, fullname, country, language } = body;
    if (country !== undefined && !isCountry(country))
      throw new AppError('REQ-0001', { values: { field: 'country' } });
    await store.updateAccount(trx, session.accountId, {
      ...(username === undefined ? {} : { username: requireName('username', username) }),
      ...(fullname === undefined ? {} : { fullname: requireName('fullname', fullname) }),
      ...(country === undefined ? {} : { country }),
      ...(language === undefined ? {} : { language }),
    });
    const account = await store.findAccount(trx, session.accountId);
    if (!account) throw new AppError('SES-0003');
    return memberAnswer(account);
  });
}

/** Binds the feature's calls. */
export function addAccountRoutes(app: FastifyInstance, deps: Deps): void {
  addVisitorRoutes(app, deps);
  addMemberRoutes(app, deps);
}
