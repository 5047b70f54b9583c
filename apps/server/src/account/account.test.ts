// A traveller's account over HTTP: sign-up, sign-in, refresh, sign-out, member data and input rules.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  AUTH,
  EMAIL,
  MEMBER,
  OPEN,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from '../../test/account.ts';

let phone: AccountFixture;

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  await phone.askCode();
});

test('register, load, log in, refresh, log out', async () => {
  const registered = await phone.register();
  expect(registered.json()).toMatchObject({
    state: 'success',
    data: { expiresIn: 1800, member: { email: EMAIL } },
  });
  const first = registered.json().data;
  expect((await phone.load(first.token)).json().data.fullname).toBe('山田 花子');
  const second = (await phone.login()).json().data;
  const elsewhere = await phone.load(first.token);
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, 'SES-0004']);
  phone.deps.advance(31 * 60_000);
  expect((await phone.load(second.token)).statusCode).toBe(498);
  const third = (await phone.refresh(second.refreshToken)).json().data;
  expect((await phone.load(third.token)).statusCode).toBe(200);
  const logout = phone.call('DELETE', `${AUTH}/user/logout?loginAgent=guest`, undefined, third);
  expect((await logout).json().data).toBeNull();
  expect((await phone.load(third.token)).statusCode).toBe(406);
  expect((await phone.refresh(third.refreshToken)).statusCode).toBe(406);
});

test('five wrong tries void a code', async () => {
  const right = phone.mailedCode();
  const wrong = right === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i += 1) expect(await codeOf(phone.register({ verifyCode: wrong }))).toBe('ACC-0004');
  expect(await codeOf(phone.register({ verifyCode: right }))).toBe('ACC-0005');
});

test('a code expires after five minutes and is not resent within one', async () => {
  const early = await phone.askCode();
  expect([early.statusCode, early.json().code, early.headers['retry-after']]).toEqual([
    429,
    'MFA-0031',
    '60',
  ]);
  phone.deps.advance(5 * 60_000);
  expect(await codeOf(phone.register())).toBe('ACC-0005');
});

test('twenty requests for a code at once send one mail', async () => {
  const email = 'many@example.jp';
  const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(phone.askCode(email))));
  expect(codes.toSorted()).toEqual([...Array<string>(19).fill('MFA-0031'), 'OK']);
  expect(phone.mails(email)).toHaveLength(1);
});

test('a registered email gets the same answer as a new one, and its owner a mail', async () => {
  await phone.register();
  phone.deps.advance(61_000);
  const again = await phone.askCode();
  const fresh = await phone.askCode('new@example.jp');
  expect([again.statusCode, again.json()]).toEqual([fresh.statusCode, fresh.json()]);
  expect(phone.mails()[0]?.text).toContain('already has one');
  expect(await codeOf(phone.register({ verifyCode: '123456' }))).toBe('ACC-0004');
});

test('an email names one account however it is typed, and keeps its plus sign', async () => {
  const email = 'hanako+kix@example.jp';
  const [spaced = '', wide = '', loud = ''] = [
    ' Hanako+KIX@Example.JP',
    'ｈａｎａｋｏ＋ｋｉｘ＠ｅｘａｍｐｌｅ．ｊｐ',
    'HANAKO+kix@EXAMPLE.JP ',
  ];
  expect(await codeOf(phone.askCode(spaced))).toBe('OK');
  const verifyCode = phone.mailedCode(email);
  const registered = await phone.register({ email: wide, emailRepeat: loud, verifyCode });
  expect(registered.json().data.member.email).toBe(email);
  for (const account of [spaced, wide, loud, email])
    expect(await codeOf(phone.login(undefined, { account })), account).toBe('OK');

  phone.deps.advance(61_000);
  await phone.askCode(wide);
  expect(phone.mails(email)[0]?.text).toContain('already has one');
  phone.deps.advance(61_000);
  await phone.call('POST', `${OPEN}/resetPasswordSend`, { email: loud });
  const check = { email: spaced, verifyCode: phone.mailedCode(email) };
  expect(await codeOf(phone.call('POST', `${OPEN}/resetPasswordCheck`, check))).toBe('OK');
  const box = await phone.call('GET', `/dev/mail.json?to=${encodeURIComponent(email)}`);
  expect(new Set(box.json().map((mail: { to: string }) => mail.to))).toEqual(new Set([email]));

  // Failed logins with either spelling are counted together.
  for (const account of [spaced, wide, loud])
    expect(await codeOf(phone.login('Wrong2026!', { account }))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login(undefined, {}, '192.0.2.7'))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login(undefined, { account: email }, '192.0.2.7'))).toBe('imgCodeError');
  const accounts = await phone.deps.db.selectFrom('account').select('email').execute();
  expect(accounts).toEqual([{ email }]);
});

test('both spellings of an internationalised domain, and an account stored with its punycode, are one account', async () => {
  const [unicode, ascii] = ['mei@例え.jp', 'mei@xn--r8jz45g.jp'];
  await phone.askCode(ascii);
  const verifyCode = phone.mailedCode(unicode);
  expect(await codeOf(phone.register({ email: ascii, emailRepeat: unicode, verifyCode }))).toBe('OK');
  const { db } = phone.deps;
  // Earlier releases stored what the browser sent.
  for (const stored of [unicode, ascii]) {
    await db.updateTable('account').set({ email: stored }).execute();
    for (const account of [unicode, ascii])
      expect(await codeOf(phone.login(undefined, { account })), account).toBe('OK');
    phone.deps.advance(61_000);
    await phone.askCode(ascii);
    expect(phone.mails(unicode)[0]?.text).toContain('already has one');
  }
});

test('a passport name is stored as it is written', async () => {
  for (const [at, fullname] of [
    "Seán O'Brien",
    'Smith & Sons',
    'José Núñez',
    '山田 太郎',
    'Nguyễn Thị Ánh',
  ].entries()) {
    const email = `name..${at}.@docomo.example`;
    await phone.askCode(email);
    const verifyCode = phone.mailedCode(email);
    const registered = await phone.register({ email, emailRepeat: email, verifyCode, fullname });
    expect(registered.json().data.member).toMatchObject({ email, fullname });
  }
});

test('rules refuse what the schema cannot', async () => {
  const { encrypted } = phone;
  const code = (change: object) => codeOf(phone.register(change));
  expect(await code({ emailRepeat: 'other@example.jp' })).toBe('ACC-0002');
  expect(await code({ password: encrypted('short1A') })).toBe('ACC-0006');
  expect(await code({ passwordRepeat: encrypted('Kippu2027!') })).toBe('ACC-0007');
  expect(await code({ username: '<b>' })).toBe('ACC-0009');
  expect(await code({ termsAccepted: false })).toBe('ACC-0010');
  expect(await code({ password: { kid: 'gone', value: encrypted('x').value } })).toBe('ACC-0012');
  expect(await code({ surprise: 1 })).toBe('REQ-0001');
});

test('a member changes what the account page shows, part by part', async () => {
  const { token } = (await phone.register()).json().data;
  const change = (body: object) => phone.call('PUT', `${MEMBER}/updateInfo`, body, { token });
  expect((await change({ username: ' Hana ' })).json().data).toMatchObject({
    username: 'Hana',
    country: 'JP',
  });
  expect((await change({ country: 'KR', language: 'ko' })).json().data).toMatchObject({
    username: 'Hana',
    country: 'KR',
    language: 'ko',
  });
  expect((await phone.load(token)).json().data).toMatchObject({ username: 'Hana', country: 'KR' });
  expect((await change({ country: 'ZZ' })).json()).toMatchObject({
    code: 'REQ-0001',
    values: { field: 'country' },
  });
  expect(await codeOf(change({ username: 'a;b' }))).toBe('ACC-0009');
  expect(await codeOf(change({ username: '   ' }))).toBe('REQ-0001');
  expect(await codeOf(change({ username: 'x'.repeat(51) }))).toBe('REQ-0001');
  expect(await codeOf(change({}))).toBe('REQ-0001');
  expect(await codeOf(change({ email: 'other@example.jp' }))).toBe('REQ-0001');
  expect((await phone.load(token)).json().data.username).toBe('Hana');
});

test('countries come in the language asked for, the mailbox is readable, pictures come from our origin', async () => {
  const english = { headers: { 'accept-language': 'en' } };
  const answer = await phone.call('GET', `${OPEN}/getAllCountry`, undefined, english);
  const names = answer.json().data.map((country: { name: string }) => country.name);
  expect(names[0]).toBe('Afghanistan');
  expect(names).toHaveLength(249);
  expect(names).toContain('Hong Kong');
  const inJapanese = await phone.call('GET', `${OPEN}/getAllCountry`, undefined, {
    headers: { 'accept-language': 'ja' },
  });
  const read = inJapanese.json().data.map((country: { name: string }) => country.name);
  // Sorted by sound: タイ before 台湾, チャド before 中国, ホンジュラス and 香港 before マカオ.
  const few = ['タイ', '台湾', 'チャド', '中国', '日本', '香港', 'マカオ', 'モンゴル'];
  expect(read.filter((name: string) => few.includes(name))).toEqual(few);
  expect((await phone.call('GET', `/dev/mail.json?to=${EMAIL}`)).json()[0].to).toBe(EMAIL);
  expect((await phone.call('GET', `${OPEN}/publicKey`)).json().data.jwk.kty).toBe('RSA');
  for (const site of ['saasOssSite', 'sysOssSite']) {
    const { domain } = (await phone.call('GET', `/saas-base-app/user/common/info/${site}`)).json().data;
    expect(domain).toBe(phone.deps.config.publicOrigin);
  }
});
