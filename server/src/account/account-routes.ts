// The calls of sign-up and sign-in, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/account';
import { SAAS_ID } from '@kippu/contract/limits';
import { normaliseEmail } from '@kippu/domain/account-rules';
import { inTransaction } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { bindOpen, type CallInput } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { rotateSession } from '../http/session.ts';
import { loginAnswer, tokensAnswer } from './account-answer.ts';
import {
  deviceOf,
  requireCode,
  requireConsent,
  requireEmail,
  requireName,
  requireNewPassword,
} from './account-input.ts';
import { isCountry, listCountries } from './countries.ts';
import { login } from './login.ts';
import { addMemberRoutes } from './member-routes.ts';
import { decryptField, hashPassword } from './password-crypto.ts';
import { addProofRoutes } from './proof-routes.ts';
import { registry } from './registry.ts';

type Logins = typeof calls.login | typeof calls.authLogin;

async function register(deps: Deps, { body, now, headers }: CallInput<typeof calls.registry>) {
  const email = requireEmail(body.email, body.emailRepeat);
  requireConsent(body.termsAccepted, body.privacyAccepted);
  if (!isCountry(body.country)) throw new AppError('REQ-0001', { values: { field: 'country' } });
  const password = requireNewPassword(
    decryptField(deps.keys, body.password),
    decryptField(deps.keys, body.passwordRepeat),
  );
  const input = {
    email,
    verifyCode: requireCode(body.verifyCode),
    fullname: requireName('fullname', body.fullname),
    username: requireName('username', body.username),
    country: body.country,
    language: body.language,
    deviceId: deviceOf(headers),
    passwordHash: await hashPassword(password),
  };
  const signedIn = await inTransaction(deps.db, (trx) => registry(trx, deps.keys, input, now));
  return signedIn instanceof AppError ? signedIn : loginAnswer(signedIn);
}

async function signIn(deps: Deps, { body, now, address }: CallInput<Logins>) {
  if (body.loginType !== 'password') throw new AppError('AUTH-0001');
  if (body.loginAgent !== 'guest') throw new AppError('AUTH-0002');
  if (body.saasId !== SAAS_ID) throw new AppError('REQ-0001', { values: { field: 'saasId' } });
  const email = normaliseEmail(body.account);
  const password = decryptField(deps.keys, body.password);
  if (!email || !password) throw new AppError('AUTH-0003');
  const { deviceId, captchaPass } = body;
  const attempt = { email, password, deviceId, captchaPass, address };
  return loginAnswer(await login(deps.db, deps.keys, attempt, now));
}

function addVisitorRoutes(app: FastifyInstance, deps: Deps): void {
  bindOpen(app, deps, calls.publicKey, async () => {
    const { kid, jwk } = deps.keys.publicKey;
    const { n = '', e = '' } = jwk;
    return { kid, jwk: { kty: 'RSA' as const, n, e, alg: 'RSA-OAEP-256', use: 'enc' } };
  });
  bindOpen(app, deps, calls.getAllCountry, async ({ language }) => listCountries(language));
  bindOpen(app, deps, calls.registry, (input) => register(deps, input));
  bindOpen(app, deps, calls.login, (input) => signIn(deps, input));
  bindOpen(app, deps, calls.authLogin, (input) => signIn(deps, input));
  bindOpen(app, deps, calls.refreshToken, async ({ query, now }) => {
    const tokens = await inTransaction(deps.db, (trx) => rotateSession(trx, query.refreshToken, now));
    return tokens instanceof AppError ? tokens : tokensAnswer(tokens);
  });
  const domain = deps.config.publicOrigin;
  bindOpen(app, deps, calls.saasOssSite, async () => ({ domain }));
  bindOpen(app, deps, calls.sysOssSite, async () => ({ domain }));
}

/** Binds the feature's calls. */
export function addAccountRoutes(app: FastifyInstance, deps: Deps): void {
  addVisitorRoutes(app, deps);
  addProofRoutes(app, deps);
  addMemberRoutes(app, deps);
}
