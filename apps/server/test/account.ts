// An application with a phone that signs up, logs in and solves captchas, for tests of accounts.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildApp } from '../app.ts';
import { emptyTables } from '../db/test-database.ts';
import { openTestDeps, type TestDeps } from '../http/test-deps.ts';
import { encryptedFor } from './encrypted.test-helper.ts';
import { answerMac } from './make-captcha.ts';

export const OPEN = '/jtr-jwqs-app/open/account/info';
export const AUTH = '/uw-auth-center';
export const MEMBER = '/jtr-jwqs-app/guest/member/info';
export const EMAIL = 'hanako@example.jp';
export const PASSWORD = 'Hozugawa-58-boat';
export const WRONG = 'Wrong2026!';

type Answer = Promise<LightMyRequestResponse>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface AccountFixture {
  readonly deps: TestDeps;
  readonly app: FastifyInstance;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly encrypted: (text: string) => { kid: string; value: string };
  /** A call with or without a token, from an address. */
  readonly call: (
    method: Method,
    url: string,
    payload?: object,
    from?: { token?: string; address?: string; headers?: Record<string, string> },
  ) => Answer;
  readonly mails: (to?: string) => readonly { subject: string; text: string }[];
  readonly mailedCode: (to?: string) => string;
  readonly askCode: (email?: string, change?: object) => Answer;
  readonly register: (change?: object) => Answer;
  /** Asks for a code and registers. */
  readonly newAccount: (email?: string) => Promise<{ token: string; refreshToken: string }>;
  readonly login: (password?: string, change?: object, address?: string) => Answer;
  readonly load: (token: string) => Answer;
  readonly refresh: (token: string) => Answer;
  /** A captcha whose answer is known: '34679' is put in place of what was drawn. */
  readonly knownCaptcha: () => Promise<string>;
  readonly captchaPass: () => Promise<string>;
  /** Moves on by so many failed logins, each with a captcha where one is asked for. */
  readonly failLogin: (times: number, change?: object, address?: string) => Promise<string[]>;
}

/** The code of a refusal, or OK. */
export const codeOf = async (answer: Answer): Promise<string> => (await answer).json().code;

/** Opens one, its dependencies changed as a test needs them; call `close` in afterAll. */
export async function openAccountApp(
  prepare: (deps: TestDeps) => TestDeps = (deps) => deps,
): Promise<AccountFixture> {
  const deps = prepare(await openTestDeps());
  const app = await buildApp(deps);
  const encrypted: AccountFixture['encrypted'] = (text) => encryptedFor(deps.keys, text);
  const call: AccountFixture['call'] = (method, url, payload, { token, address, headers } = {}) =>
    app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      ...(address === undefined ? {} : { remoteAddress: address }),
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    });
  const mails = (to = EMAIL) => deps.mail.kept?.(to) ?? [];
  const mailedCode = (to = EMAIL) => /\d{6}/.exec(mails(to)[0]?.text ?? '')?.[0] ?? '';
  const askCode = (email = EMAIL, change: object = {}) =>
    call('POST', `${OPEN}/sendVerifyCode`, { email, purpose: 'registry', ...change });
  const register = (change: object = {}) =>
    call('POST', `${OPEN}/registry`, {
      email: EMAIL,
      emailRepeat: ` ${EMAIL.toUpperCase()}`.trim(),
      verifyCode: mailedCode(),
      password: encrypted(PASSWORD),
      passwordRepeat: encrypted(PASSWORD),
      fullname: '山田 花子',
      username: 'hanako',
      country: 'JP',
      termsAccepted: true,
      privacyAccepted: true,
      language: 'ja',
      ...change,
    });
  const login = (password = PASSWORD, change: object = {}, address = '127.0.0.1') =>
    call(
      'POST',
      `${OPEN}/login`,
      {
        loginType: 'password',
        loginAgent: 'guest',
        saasId: 11950,
        account: EMAIL,
        password: encrypted(password),
        deviceId: 'phone-0001',
        ...change,
      },
      { address },
    );
  const knownCaptcha = async () => {
    const { captchaId } = (await call('GET', `${OPEN}/genCaptcha`)).json().data;
    await deps.db
      .updateTable('captcha')
      .set({ answer_hash: answerMac(deps.keys, captchaId, '34679') })
      .where('captcha_id', '=', captchaId)
      .execute();
    return captchaId;
  };
  const captchaPass = async () => {
    const solved = { captchaId: await knownCaptcha(), answer: '34679' };
    return (await call('POST', `${AUTH}/auth/checkCaptcha`, solved)).json().data.captchaPass;
  };
  return {
    deps,
    app,
    encrypted,
    call,
    mails,
    mailedCode,
    askCode,
    register,
    login,
    knownCaptcha,
    captchaPass,
    reset: () => emptyTables(deps.db),
    close: async () => {
      await app.close();
      await deps.close();
    },
    newAccount: async (email = EMAIL) => {
      await askCode(email);
      const answer = await register({ email, emailRepeat: email, verifyCode: mailedCode(email) });
      return answer.json().data;
    },
    load: (token) => call('GET', `${MEMBER}/load`, undefined, { token }),
    refresh: (token) =>
      call('POST', `${AUTH}/auth/refreshToken?loginAgent=guest&refreshToken=${encodeURIComponent(token)}`),
    failLogin: async (times, change = {}, address) => {
      const codes: string[] = [];
      for (let i = 0; i < times; i += 1) {
        const pass = { captchaPass: await captchaPass() };
        codes.push(await codeOf(login(WRONG, { ...pass, ...change }, address)));
      }
      return codes;
    },
  };
}
