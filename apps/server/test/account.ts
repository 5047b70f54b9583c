// An application with a phone that signs up, logs in and solves captchas, for account tests.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildApp } from '../src/app.ts';
import { emptyTables } from './test-database.ts';
import { deliverMails, openTestDeps, type TestDeps } from './app-context.ts';
import { encryptedFor, encryptedText } from './encrypted.ts';
import { answerMac } from '../src/account/captcha/make-captcha.ts';

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
  /** Encrypts a password: with `purpose` as pages send it now, without as pages from before the update. */
  readonly encrypted: (text: string, purpose?: string) => { kid: string; value: string };
  /** Sends a call with or without a token, from an address. */
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
  /** Requests a code and registers. */
  readonly newAccount: (email?: string) => Promise<{ token: string; refreshToken: string }>;
  readonly login: (password?: string, change?: object, address?: string) => Answer;
  readonly load: (token: string) => Answer;
  readonly refresh: (token: string) => Answer;
  /** Makes a captcha whose answer is '34679' instead of the drawn one. */
  readonly knownCaptcha: () => Promise<string>;
  readonly captchaPass: () => Promise<string>;
  /** Fetches a puzzle and solves it. Returns the body of `checkWork`. */
  readonly solveWork: (address?: string) => Promise<{ work: string; counter: number; derivedKey: string }>;
  /** Opens another browser at its own address, which keeps its cookies. */
  readonly browser: (address: string, headers?: Record<string, string>) => AccountFixture['call'];
  /** Fails to log in `times` times, each time with a captcha pass. Returns the codes. */
  readonly failLogin: (times: number, change?: object, address?: string) => Promise<string[]>;
}

/** Returns the code of a refusal, or OK. */
export const codeOf = async (answer: Answer): Promise<string> => (await answer).json().code;

/** Opens the application; `prepare` may change its dependencies. Call `close` in afterAll. */
export async function openAccountApp(
  prepare: (deps: TestDeps) => TestDeps = (deps) => deps,
): Promise<AccountFixture> {
  const deps = prepare(await openTestDeps());
  const app = await buildApp(deps);
  const encrypted: AccountFixture['encrypted'] = (text, purpose) =>
    purpose === undefined
      ? encryptedText(deps.keys, text)
      : encryptedFor(deps.keys, text, purpose, deps.clock());
  const call: AccountFixture['call'] = async (method, url, payload, { token, address, headers } = {}) => {
    const answer = await app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      ...(address === undefined ? {} : { remoteAddress: address }),
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    });
    await deliverMails(deps);
    return answer;
  };
  const mails = (to = EMAIL) => deps.mail.mailbox?.(to) ?? [];
  const mailedCode = (to = EMAIL) => /\d{6}/.exec(mails(to)[0]?.text ?? '')?.[0] ?? '';
  const askCode = (email = EMAIL, change: object = {}) =>
    call('POST', `${OPEN}/sendVerifyCode`, { email, purpose: 'registry', ...change });
  const register = (change: object = {}) =>
    call('POST', `${OPEN}/registry`, {
      email: EMAIL,
      emailRepeat: ` ${EMAIL.toUpperCase()}`.trim(),
      verifyCode: mailedCode(),
      password: encrypted(PASSWORD, 'registry'),
      passwordRepeat: encrypted(PASSWORD, 'registry'),
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
        password: encrypted(password, 'login'),
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
  const solveWork: AccountFixture['solveWork'] = async (address = '127.0.0.1') => {
    const { work } = (await call('GET', `${AUTH}/auth/genWork`, undefined, { address })).json().data;
    const solution = await solveChallenge({ challenge: JSON.parse(work), deriveKey });
    if (!solution) throw new Error('the puzzle has no solution');
    return { work, counter: solution.counter, derivedKey: solution.derivedKey };
  };
  const browser: AccountFixture['browser'] = (address, own = {}) => {
    const jar = new Map<string, string>();
    return async (method, url, payload, from = {}) => {
      const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
      const headers = { ...own, ...(cookie === '' ? {} : { cookie }), ...from.headers };
      const answer = await call(method, url, payload, { address, ...from, headers });
      for (const { name, value } of answer.cookies) jar.set(name, value);
      return answer;
    };
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
    solveWork,
    browser,
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
