// The calls of sign-up and sign-in, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import { chooseLanguage } from '@kippu/contract/languages';
import * as calls from '@kippu/contract/calls/traveller/account';
import * as sessionCalls from '@kippu/contract/calls/traveller/session';
import { SAAS_ID } from '@kippu/contract/limits';
import { normaliseEmail } from '@kippu/domain/account/rules';
import { inTransaction } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { bindOpen, type OpenInput } from '../platform/calls/bind-open.ts';
import { bindExchange } from '../platform/calls/bind-exchange.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { nameCaller } from '../platform/wire/security-log.ts';
import { hashToken, rotateSession } from '../session/session.ts';
import { loginAnswer, tokensAnswer } from './record/account-answer.ts';
import { emailOfToken } from './record/account-store.ts';
import {
  requireCode,
  requireConsent,
  requireEmail,
  requireName,
  requireNewPassword,
} from './record/account-input.ts';
import { isCountry, listCountries } from './record/countries.ts';
import { deviceHashes, deviceOf } from './login/device-keys.ts';
import { emailInLog } from './record/email-in-log.ts';
import { isKnownDevice, readDevice, rememberDevice } from './login/known-device.ts';
import { login } from './login/login.ts';
import type { GivenTickets } from './member/log-off.ts';
import { addMemberRoutes } from './member/member-routes.ts';
import { addProofRoutes } from './proof-routes.ts';
import { registry } from './sign-up/registry.ts';
import { openSecrets, secretTicket } from './password-crypto/secret-field.ts';

type Logins = typeof calls.login | typeof calls.authLogin;

async function register(
  deps: Deps,
  { body, now, headers, address, cookies, setCookie, request }: OpenInput<typeof calls.registry>,
) {
  const { config, keys } = deps;
  const email = requireEmail(body.email, body.emailRepeat);
  nameCaller(request, emailInLog(keys, email));
  requireConsent(body.termsAccepted, body.privacyAccepted);
  if (!isCountry(body.country)) throw new AppError('REQ-0001', { values: { field: 'country' } });
  const secrets = { purpose: calls.registry.name, fields: [body.password, body.passwordRepeat] };
  const [typed = '', repeat = ''] = await openSecrets(deps.db, keys, secrets, now);
  const password = requireNewPassword(typed, repeat);
  const device = readDevice(keys, config, cookies);
  const input = {
    email,
    verifyCode: requireCode(body.verifyCode),
    fullname: requireName('fullname', body.fullname),
    username: requireName('username', body.username),
    country: body.country,
    language: chooseLanguage([body.language]),
    deviceId: deviceOf(headers),
    devices: deviceHashes(keys, device, headers),
    password,
    address,
  };
  const signedIn = await registry(deps.db, keys, input, now);
  nameCaller(request, `account:${signedIn.account.account_id}`);
  rememberDevice({ keys, config, setCookie, now }, device, { kind: 'account', email });
  return loginAnswer(keys, signedIn);
}

async function signIn(deps: Deps, { body, now, address, cookies, setCookie, request }: OpenInput<Logins>) {
  const { config, keys } = deps;
  if (body.loginType !== 'password') throw new AppError('AUTH-0001');
  if (body.loginAgent !== 'guest') throw new AppError('AUTH-0002');
  if (body.saasId !== SAAS_ID) throw new AppError('REQ-0001', { values: { field: 'saasId' } });
  const email = normaliseEmail(body.account);
  nameCaller(request, emailInLog(keys, email));
  // Both sign-in calls take secrets encrypted for `login`.
  const secrets = { purpose: calls.login.name, fields: [body.password] };
  const [password = ''] = await openSecrets(deps.db, keys, secrets, now);
  if (!email || !password) throw new AppError('AUTH-0003');
  const { deviceId, captchaPass } = body;
  const device = readDevice(keys, config, cookies);
  const attempt = { email, password, deviceId, device, captchaPass, address };
  const signedIn = await login(deps.db, keys, attempt, now);
  nameCaller(request, `account:${signedIn.account.account_id}`);
  rememberDevice({ keys, config, setCookie, now }, device, { kind: 'account', email });
  return loginAnswer(keys, signedIn);
}

/** Rotates the tokens. A device whose session predates the device cookie gets one: its session proves an earlier login. */
async function refresh(
  deps: Deps,
  { query, now, cookies, setCookie }: OpenInput<typeof sessionCalls.refreshToken>,
  count: (accountId: string) => void,
) {
  const { config, keys } = deps;
  const tokens = await inTransaction(deps.db, (trx) => rotateSession(trx, query.refreshToken, now, count));
  if (tokens instanceof AppError) return tokens;
  const email = await emailOfToken(deps.db, hashToken(tokens.token));
  const device = readDevice(keys, config, cookies);
  const of = { kind: 'account', email } as const;
  if (!isKnownDevice(keys, device, of, now)) rememberDevice({ keys, config, setCookie, now }, device, of);
  return tokensAnswer(keys, tokens);
}

function addVisitorRoutes(app: FastifyInstance, deps: Deps): void {
  bindOpen(app, deps, calls.publicKey, async ({ now }) => {
    const { kid, jwk } = deps.keys.publicKey;
    const { n = '', e = '' } = jwk;
    const ticket = secretTicket(deps.keys, now);
    return { kid, ticket, jwk: { kty: 'RSA' as const, n, e, alg: 'RSA-OAEP-256', use: 'enc' } };
  });
  bindOpen(app, deps, calls.getAllCountry, async ({ language }) => listCountries(language));
  bindOpen(app, deps, calls.registry, (input) => register(deps, input));
  bindOpen(app, deps, calls.login, (input) => signIn(deps, input));
  bindOpen(app, deps, calls.authLogin, (input) => signIn(deps, input));
  const ofAccount = (accountId: string) => app.callLimits.ofGuest(accountId, 'write');
  const tokenOf = ({ refreshToken }: { readonly refreshToken: string }) => refreshToken;
  bindExchange(app, deps, sessionCalls.refreshToken, tokenOf, (input) => refresh(deps, input, ofAccount));
  const domain = deps.config.publicOrigin;
  bindOpen(app, deps, calls.saasOssSite, async () => ({ domain }));
  bindOpen(app, deps, calls.sysOssSite, async () => ({ domain }));
}

/** Binds the feature's calls. */
export function addAccountRoutes(app: FastifyInstance, deps: Deps, given: GivenTickets): void {
  addVisitorRoutes(app, deps);
  addProofRoutes(app, deps);
  addMemberRoutes(app, deps, given);
}
