// Pictures of a visitor's screens: the welcome, signing in and up, Help, notices and errors.
import { PATHS, addressOf } from '@kippu/web/app/router/link-to';
import { mailedCode } from '../support/desk/desk.ts';
import type { APIRequestContext } from '@playwright/test';
import { emailOf, lateTrain } from './scenario.ts';
import type { Shooter } from './shooter.ts';
import { randomUUID } from 'node:crypto';

export async function walkVisitor(shooter: Shooter, request: APIRequestContext): Promise<void> {
  const { page, words, traveller } = shooter;
  const { account, help, late } = words;
  const shot = shooter.shot.bind(shooter);
  const open = shooter.open.bind(shooter);
  const screen = shooter.screen.bind(shooter);
  await screen('tickets-visitor', '/');
  await screen('login', PATHS.login);
  await shooter.scene('login-empty', async () => {
    await open(PATHS.login);
    await traveller.press(account.login);
    await shot('login-empty');
  });
  await shooter.scene('login-wrong login-check login-captcha', async () => {
    const email = `nobody-${randomUUID()}@example.com`;
    for (let n = 0; n < 4; n += 1) {
      await open(PATHS.login);
      await traveller.logIn(email, 'Wrong-pass-1');
      const captcha = page.getByText(account.checkTitle, { exact: true });
      await page.getByRole('alert').or(captcha).first().waitFor();
      if (n === 0) await shot('login-wrong');
    }
    await page.getByText(account.checkDone(account.login), { exact: true }).waitFor();
    await shot('login-check');
    await traveller.press(account.checkPictureInstead);
    await page.getByRole('img', { name: account.captchaAlt }).waitFor();
    await shot('login-captcha');
  });
  await shooter.scene('login-inactive login-elsewhere', async () => {
    for (const [name, why] of [
      ['login-inactive', 'SES-0002'],
      ['login-elsewhere', 'SES-0003'],
    ] as const) {
      await open(addressOf('login', { why }));
      await shot(name);
    }
  });
  await screen('signUp', PATHS.signUp);
  await shooter.scene('signUp-empty signUp-code signUp-password signUp-you', async () => {
    await open(PATHS.signUp);
    await traveller.press(account.sendCode);
    await shot('signUp-empty');
    const email = `new-${randomUUID().slice(0, 8)}@example.com`;
    await traveller.fill(account.email, email);
    await traveller.fill(account.emailAgain, email);
    await traveller.press(account.sendCode);
    await shooter.sees(account.codeSent(email));
    await shot('signUp-code');
    await traveller.fill(account.codeLabel, await mailedCode(request, email));
    await shooter.sees(account.groupPassword);
    await traveller.fill(account.newPassword, 'hozugawa');
    await shot('signUp-password');
    await traveller.fill(account.newPassword, 'Hozugawa-58-boat');
    await traveller.fill(account.passwordAgain, 'Hozugawa-58-boat');
    await traveller.press(account.next);
    await shooter.sees(account.groupYou);
    await traveller.press(account.signUp);
    await page.evaluate(() => window.scrollTo(0, 0));
    await shot('signUp-you');
  });
  await screen('forgetPassword', PATHS.forgetPassword);
  await shooter.scene('forgetPassword-code forgetPassword-new', async () => {
    const email = emailOf(shooter.language, 'receiver');
    await open(PATHS.forgetPassword);
    await traveller.fill(account.email, email);
    await traveller.press(account.sendCode);
    await shooter.sees(account.codeSent(email));
    await shot('forgetPassword-code');
    await traveller.fill(account.codeLabel, await mailedCode(request, email));
    await traveller.press(account.next);
    await shooter.sees(account.forgetNew);
    await shot('forgetPassword-new');
  });
  // The tab in which a password was reset.
  await page.evaluate(() => sessionStorage.setItem('kippu.passwordReset', 'true'));
  await screen('resetResult', PATHS.resetResult);
  await screen('settings', PATHS.settings);
  await screen('terms', PATHS.termsPrivacy);
  await screen('privacy', addressOf('termsPrivacy', { part: 'privacy' }));
  await screen('notices', PATHS.notices);
  for (const noticeId of ['demo-service', 'no-way-back', 'year-end-seats', 'new-year-train-62'])
    await screen(`notice-${noticeId}`, addressOf('notice', { noticeId }));
  await screen('notice-gone', addressOf('notice', { noticeId: 'no-such' }));
  await screen('late', PATHS.late);
  await shooter.scene('late-wrong', async () => {
    await open(PATHS.late);
    await traveller.settled();
    await traveller.press(late.check);
    await shot('late-wrong');
  });
  const code = await lateTrain(request);
  if (code !== undefined) await screen('lateTrain', addressOf('lateTrain', { code }));
  await screen('lateTrain-gone', addressOf('lateTrain', { code: 'no-such' }));
  await screen('help', PATHS.help);
  await screen('help-browse', addressOf('help', { view: 'browse' }));
  await shooter.scene('help-answer help-unknown', async () => {
    await open(PATHS.help);
    await traveller.settled();
    await page.getByRole('list').getByRole('button').first().click();
    await shot('help-answer');
    await traveller.fill(help.input, 'xyzzy qwerty');
    await traveller.press(help.send);
    await shooter.sees(help.unknownTitle);
    await shot('help-unknown');
  });
  await screen('notFound', PATHS.notFound);
  await screen('serverError', PATHS.serverError);
  await screen('maintenance', PATHS.maintenance);
  await screen('no-such-address', '/packages/nowhere');
}

/** The very first start: a notice covers the welcome. */
export async function walkOnce(shooter: Shooter): Promise<void> {
  await shooter.scene('once-notice', async () => {
    const { page } = shooter;
    await shooter.open('/');
    await page.getByRole('dialog').waitFor();
    await shooter.shot('once-notice', { raw: true, whole: false });
  });
}
