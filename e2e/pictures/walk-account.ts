// Pictures of the account and feedback, and of every list while it is empty, loading or failed.
import { randomUUID } from 'node:crypto';
import { PATHS, addressOf } from '@kippu/web/app/router/link-to';
import { withPushPhone } from '../traveller/push-phone.ts';
import type { PictureData } from './scenario.ts';
import type { Shooter } from './shooter.ts';

export async function walkAccount(shooter: Shooter, data: PictureData): Promise<void> {
  const { page, words, traveller } = shooter;
  const { account, help, push } = words;
  const shot = shooter.shot.bind(shooter);
  const open = shooter.open.bind(shooter);
  const screen = shooter.screen.bind(shooter);
  await screen('account', PATHS.account);
  await shooter.scene('account-logout', async () => {
    await open(PATHS.account);
    await traveller.settled();
    await traveller.press(account.logOut);
    await page.getByRole('dialog').waitFor();
    await shot('account-logout', { whole: false });
  });
  // The headless browser allows no notifications.
  await screen('push-denied', PATHS.push);
  await withPushPhone(page, {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    permission: 'default',
    withoutWorker: true,
  });
  await shooter.scene('push-off push push-quiet', async () => {
    await open(PATHS.push);
    await shot('push-off');
    await traveller.press(push.turnOn);
    await shooter.sees(push.topics);
    await shot('push');
    await page.getByRole('checkbox', { name: push.quietOn }).check();
    for (const { name } of Object.values(push.topic)) {
      const box = page.getByRole('checkbox', { name });
      if (await box.isChecked()) await box.uncheck();
    }
    await page.getByLabel(push.quietTo, { exact: true }).fill('22:00');
    await traveller.press(account.save);
    await shooter.sees(push.topicMissing);
    await shot('push-quiet');
    await traveller.press(push.turnOff);
    await shooter.sees(push.offTitle);
  });
  await shooter.scene('push-card push-card-on', async () => {
    await open(addressOf('reserveResult', { reservationId: data.coming }));
    await shooter.sees(push.cardTitle);
    await shot('push-card');
    await traveller.press(push.cardYes);
    await shooter.sees(push.cardOn);
    await shot('push-card-on');
  });
  await screen('changeUsername', PATHS.changeUsername);
  await screen('changeCountry', PATHS.changeCountry);
  await screen('changePassword', PATHS.changePassword);
  await shooter.scene('changePassword-empty', async () => {
    await open(PATHS.changePassword);
    await traveller.press(account.save);
    await shot('changePassword-empty');
  });
  await screen('deleteAccount-not', PATHS.deleteAccount);
  await screen('feedback', PATHS.feedback);
  await screen('feedback-ticket', addressOf('feedback', { ticketId: data.wide }));
  await shooter.scene('feedback-empty feedback-sent', async () => {
    await open(PATHS.feedback);
    await traveller.press(help.sendFeedback);
    await shot('feedback-empty');
    await page.getByLabel(help.topic, { exact: true }).selectOption('gate');
    await page.getByLabel(help.text, { exact: true }).fill('京都 10:20 QR');
    await traveller.pressAgain(help.sendFeedback);
    await shooter.sees(help.sentText);
    await shot('feedback-sent');
  });
}

export async function walkEmpty(shooter: Shooter): Promise<void> {
  const { page, words, traveller } = shooter;
  const { account } = words;
  const shot = shooter.shot.bind(shooter);
  const open = shooter.open.bind(shooter);
  const screen = shooter.screen.bind(shooter);
  await screen('signUpResult', PATHS.signUpResult);
  await screen('signUpResult-next', addressOf('signUpResult', { next: PATHS.add }));
  await screen('tickets-none', '/');
  await screen('tickets-past-none', addressOf('tickets', { tab: 'past' }));
  await screen('seats-none', PATHS.seats);
  await screen('seats-past-none', addressOf('seats', { tab: 'past' }));
  await screen('history-all-none', PATHS.useAgeHistory);
  await screen('feedback-none', PATHS.feedback);
  await shooter.scene('deleteAccount deleteAccount-ask', async () => {
    await open(PATHS.deleteAccount);
    await shot('deleteAccount');
    await page.getByLabel(account.deletePassword, { exact: true }).fill('Hozugawa-58-boat');
    await traveller.pressAgain(account.deleteGo);
    await page.getByRole('dialog').waitFor();
    await shot('deleteAccount-ask', { whole: false });
  });
}

/** Screens that are loading or have failed, on a phone without cached answers. */
export async function walkBroken(shooter: Shooter, data: PictureData): Promise<void> {
  const { page, words } = shooter;
  const screens = {
    tickets: '/',
    detail: addressOf('detail', { ticketId: data.senior }),
    seats: PATHS.seats,
    train: addressOf('train', { ticketIds: data.senior }),
    reservation: addressOf('reservation', { reservationId: data.group }),
    account: PATHS.account,
    notices: PATHS.notices,
    outInSite: addressOf('outInSite', { ticketId: data.senior, direction: 'in' }),
    history: addressOf('useAgeHistory', { ticketId: data.senior }),
    voucher: addressOf('voucherDetail', { ticketId: data.voucher }),
  };
  for (const [name, address] of Object.entries(screens)) {
    const loading = async () => {
      const calls = '**/jtr-jwqs-app/**';
      await shooter.forgetAnswers();
      await page.route(calls, () => undefined);
      await shooter.open(address);
      await page.getByRole('status', { name: words.common.loading }).first().waitFor();
      await shooter.shot(`loading-${name}`, { raw: true, whole: false });
      await page.unroute(calls);
    };
    // The account screen has no loading state, because the session has its data.
    if (name !== 'account') await shooter.scene(`loading-${name}`, loading);
    await shooter.scene(`failed-${name}`, async () => {
      const calls = '**/jtr-jwqs-app/**';
      await shooter.forgetAnswers();
      await page.route(calls, (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({ state: 'fail', code: 'REQ-0007', msg: '', values: {}, data: null }),
        }),
      );
      const refused = page.waitForResponse((response) => response.status() === 500);
      await shooter.open(address);
      await refused;
      await page.getByRole('status', { name: words.common.loading }).first().waitFor({ state: 'hidden' });
      await shooter.shot(`failed-${name}`, { raw: true, whole: false });
      await page.unroute(calls);
    });
  }
}
