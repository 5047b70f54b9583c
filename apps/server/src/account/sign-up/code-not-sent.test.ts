// A traveller learns that their code cannot be mailed, and the answer does not say whether an address has an account.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EMAIL, OPEN, codeOf, openAccountApp, type AccountFixture } from '../../../test/account.ts';
import { mailRunner } from '../../../test/app-context.ts';
import { relayDown } from '../../../test/mails.ts';
import type { Mailer } from '../../platform/mail/send-mail.ts';

const NOBODY = 'nobody@example.jp';
const MINUTE = 60_000;
let phone: AccountFixture;
let own: AccountFixture['call'];
let stranger: AccountFixture['call'];
/** How the relay answers a mail to an address. */
let answer: (to: string) => Error | undefined;

const refused = () => Object.assign(new Error('550 no'), { responseCode: 550, command: 'RCPT TO' });

beforeAll(async () => {
  phone = await openAccountApp((deps) => {
    const mail: Mailer = {
      ...deps.mail,
      send: async (letter, as) => {
        const error = answer(letter.to);
        if (error) throw error;
        await deps.mail.send(letter, as);
      },
    };
    return { ...deps, mail };
  });
});
afterAll(() => phone.close());
beforeEach(async () => {
  answer = () => undefined;
  await phone.reset();
  await phone.newAccount();
  phone.deps.advance(2 * MINUTE);
  own = phone.browser('192.0.2.1', { 'x-device-id': 'own-phone' });
  stranger = phone.browser('198.51.100.66', { 'x-device-id': 'stranger' });
});

const signUp = (call: AccountFixture['call'], email: string) =>
  codeOf(call('POST', `${OPEN}/sendVerifyCode`, { email, purpose: 'registry' }));
const reset = (call: AccountFixture['call'], email: string) =>
  codeOf(call('POST', `${OPEN}/resetPasswordSend`, { email }));

test('while the relay is down, each address gets the same answer, and counts no code', async () => {
  await relayDown(phone.deps.db, phone.deps.clock());
  for (const email of [EMAIL, NOBODY]) {
    expect(await signUp(own, email)).toBe('MFA-0032');
    expect(await reset(own, email)).toBe('MFA-0032');
  }
  expect(await phone.deps.db.selectFrom('job').selectAll().execute()).toEqual([]);
  await mailRunner(phone.deps).drain();
  expect([await signUp(own, NOBODY), await reset(own, EMAIL)]).toEqual(['OK', 'OK']);
});

test('a refused address is told to the device that typed it, for a sign-up, whether it has an account or not', async () => {
  answer = refused;
  for (const email of [EMAIL, NOBODY]) {
    expect(await signUp(own, email)).toBe('OK');
    expect(await signUp(own, email)).toBe('MFA-0032');
    expect(await signUp(stranger, email)).toBe('OK');
    expect(await signUp(own, `other.${email}`)).toBe('OK');
  }
  phone.deps.advance(10 * MINUTE);
  answer = () => undefined;
  expect(await signUp(own, NOBODY)).toBe('OK');
});

test('a refused mail with a reset code changes no answer', async () => {
  answer = refused;
  for (const email of [EMAIL, NOBODY]) expect(await reset(own, email)).toBe('OK');
  for (const email of [EMAIL, NOBODY]) expect(await reset(own, email)).toBe('MFA-0031');
});

test('a newer code replaces the one that waits, but not that of another device', async () => {
  const [hers, his] = [phone.browser('192.0.2.7'), phone.browser('192.0.2.8')];
  answer = () => Object.assign(new Error('450 later'), { responseCode: 450, command: 'RCPT TO' });
  await signUp(hers, NOBODY);
  await signUp(his, NOBODY);
  phone.deps.advance(MINUTE);
  await signUp(hers, NOBODY);
  expect(await phone.deps.db.selectFrom('job').select('topic').execute()).toHaveLength(2);
  phone.deps.advance(5 * MINUTE);
  await mailRunner(phone.deps).sweep();
  expect(await phone.deps.db.selectFrom('job').select('topic').execute()).toEqual([]);
});

test('the deletion of an account deletes the mails that wait for it, and sends the last one', async () => {
  const { token } = await phone.login().then((done) => done.json().data);
  answer = () => Object.assign(new Error('450 later'), { responseCode: 450, command: 'RCPT TO' });
  await reset(own, EMAIL);
  expect(await phone.deps.db.selectFrom('job').select('topic').execute()).toEqual([
    { topic: 'resetPassword' },
  ]);
  answer = () => undefined;
  phone.deps.advance(31 * 24 * 60 * MINUTE);
  const again = (await phone.login()).json().data;
  const password = phone.encrypted('Hozugawa-58-boat', 'logOff');
  expect(token).not.toBe(again.token);
  expect(
    await codeOf(
      phone.call('POST', '/jtr-jwqs-app/guest/member/info/logOff', { password }, { token: again.token }),
    ),
  ).toBe('OK');
  expect(await phone.deps.db.selectFrom('job').select('topic').execute()).toEqual([]);
  expect(phone.mails()[0]?.subject).toBe('アカウントを削除しました');
});
