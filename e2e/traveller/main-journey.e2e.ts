// The whole main journey, on each railway: register, add a ticket, use it, show a code that a gate accepts, reserve seats, change and
// cancel them; a gate reads the code, and the desk finds the ticket. Its names are from the operator's files.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { issueTickets } from '../support/desk/desk.ts';
import { DESKTOP, openDesk } from '../support/desk/desk-page.ts';
import { GatePage } from '../support/gate/gate-page.ts';
import { judge, readCode } from '../support/gate/read-code.ts';
import { pixelsOf, showCode } from '../support/gate/shown-code.ts';
import { OPERATOR, hasTakingIn, ownLanguage, passOfDays } from '../support/server/operator.ts';
import { nameOfAnother, wordsOfOthersOn } from '../support/server/other-railways.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

test.use({ serviceWorkers: 'allow' });

const { productId, from, to } = passOfDays();

for (const language of walkedIn('en', ownLanguage)) {
  test(`the main journey on ${OPERATOR} in ${language}`, async ({ page, browser, request }) => {
    // The phone, the gate and the desk in one test.
    test.slow();
    const [issued] = await issueTickets(request, productId);
    if (!issued) throw new Error('no ticket was issued');
    const link = new URL(issued.link);
    const traveller = await Traveller.with(page, language, { newcomer: true });
    const { words } = traveller;
    await traveller.signUp(request, `mei-${randomUUID()}@example.com`);

    await test.step('adds the ticket by its link, and refuses the same link later', async () => {
      await page.goto(`/${link.hash}`);
      await traveller.sees(words.ticket.previewTitle(1));
      await traveller.look('add-preview');
      await traveller.press(words.ticket.bind(1));
      await traveller.sees(words.ticket.addedTitle);
      await traveller.look('add-result');
      await traveller.follow(words.ticket.toTickets);
      await expect(page.getByRole('listitem').first()).toContainText(words.ticket.status.bound);
      await traveller.look('tickets');
      await page.goto(`/${link.hash}`);
      await expect(page.getByRole('alert')).toContainText(words.errors['TKT-0004']);
    });

    await test.step('starts using the ticket after one question', async () => {
      await traveller.open(`/packages/ticket/detail?ticketId=${issued.ticketId}`);
      await traveller.press(words.ticket.useNow);
      await traveller.look('use-question');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words.ticket.useConfirm, exact: true })
        .click();
      await expect(page.getByText(words.ticket.status.inUse, { exact: true })).toBeVisible();
      await page.reload();
      await expect(page.getByText(words.ticket.status.inUse, { exact: true })).toBeVisible();
      await traveller.look('detail');
    });

    await test.step('shows a code that a gate accepts, and another one for the exit', async () => {
      await traveller.follow(words.ticket.showCode);
      const picture = page.getByRole('img', { name: words.ticket.codeAlt });
      await expect(picture).toBeVisible();
      await traveller.look('code');
      const text = await readCode(picture);
      const verdict = judge(text, 'in');
      expect(verdict).toMatchObject({ ok: true, direction: 'in' });
      if (verdict.ok) expect(verdict.certificate.ticketId).toBe(issued.ticketId);
      // A photo of it is refused a minute later.
      expect(judge(text, 'in', Math.floor(Date.now() / 1000) + 61)).toMatchObject({
        ok: false,
        reason: 'stale',
      });
      await page.getByText(words.ticket.leaving, { exact: true }).click();
      await expect.poll(async () => judge(await readCode(picture), 'out')).toMatchObject({ ok: true });
    });

    await test.step('shows the code offline', async () => {
      await page.context().setOffline(true);
      await traveller.press(words.common.close);
      await traveller.follow(words.ticket.showCode);
      const picture = page.getByRole('img', { name: words.ticket.codeAlt });
      await expect(picture).toBeVisible();
      await expect.poll(async () => judge(await readCode(picture), 'in')).toMatchObject({ ok: true });
      await traveller.look('code-offline');
      await page.context().setOffline(false);
      await traveller.press(words.common.close);
    });

    await test.step('reserves a seat, and shows it on the first screen', async () => {
      await traveller.follow(words.ticket.reserveSeat);
      await traveller.sees(words.seat.chooseTrain);
      await page.getByRole('combobox', { name: words.seat.from, exact: true }).selectOption(from);
      await page.getByRole('combobox', { name: words.seat.to, exact: true }).selectOption(to);
      // Tomorrow from the afternoon: today's last train may have left, and one leaves just after midnight.
      await page.getByRole('group', { name: words.seat.date }).locator('label').nth(1).click();
      await page.getByRole('combobox', { name: words.seat.leaving }).selectOption('12:00');
      await traveller.look('trains');
      // A different train for each language, because both tests take the first free seat.
      const open = page.getByRole('link').filter({ hasText: words.seat.enough });
      await open.nth(language === 'en' ? 0 : 1).click();
      await traveller.sees(words.seat.chooseSeats(1));
      await page
        .getByRole('button', { name: new RegExp(words.seat.free) })
        .first()
        .click();
      await traveller.look('seat-map');
      await page.reload();
      await page
        .getByRole('button', { name: new RegExp(words.seat.free) })
        .first()
        .click();
      await traveller.press(words.seat.continue);
      await traveller.sees(words.seat.confirmReserve);
      await page.reload();
      await traveller.look('confirm');
      await traveller.press(words.seat.reserveSeats(1));
      await traveller.sees(words.seat.reservedTitle);
      await traveller.look('reserve-result');
      await traveller.open('/packages/haruka/harukaReserve');
      await traveller.look('reservations');
      await traveller.open('/');
      await expect(page.getByText(words.ticket.nextTrain, { exact: true })).toBeVisible();
      await traveller.look('next-train');
    });

    await test.step('changes to a seat of another train', async () => {
      await page.getByRole('article', { name: words.ticket.nextTrain }).getByRole('link').first().click();
      await traveller.press(words.seat.change);
      await traveller.sees(words.seat.changeTrain);
      await traveller.look('change-trains');
      const open = page.getByRole('link').filter({ hasText: words.seat.enough });
      await open.nth(language === 'en' ? 2 : 3).click();
      await page
        .getByRole('button', { name: new RegExp(words.seat.free) })
        .first()
        .click();
      await traveller.press(words.seat.continue);
      await traveller.sees(words.seat.confirmChange);
      await traveller.look('confirm-change');
      await traveller.press(words.seat.changeSeats(1));
      await traveller.sees(words.seat.changedTitle);
      await traveller.open('/');
    });

    await test.step('cancels the reservation after one question', async () => {
      await page.getByRole('article', { name: words.ticket.nextTrain }).getByRole('link').first().click();
      await traveller.look('reservation');
      await traveller.press(words.seat.cancel);
      await traveller.look('cancel-question');
      await traveller.press(words.seat.cancelYes);
      await traveller.sees(words.seat.cancelledTitle);
      await traveller.look('cancel-result');
      await traveller.open('/');
      await expect(page.getByText(words.ticket.nextTrain, { exact: true })).toBeHidden();
    });

    await test.step('passes a gate, which reads the code on the screen', async () => {
      const gate = await GatePage.enrolled(browser, request, { ownClock: false, stationId: from });
      await showCode(traveller, issued.ticketId);
      await gate.hold(await pixelsOf(traveller), 'Go');
      expect(await wordsOfOthersOn(gate.page, 'gate')).toEqual([]);
      await gate.page.context().close();
    });

    await test.step('is found at the desk, which offers what the railway has', async () => {
      const desk = await (await browser.newContext(DESKTOP)).newPage();
      await openDesk(desk, request, 'counter', '#/tickets');
      await desk.getByLabel('Number, code, order or email').fill(issued.ticketNo);
      await desk.getByRole('button', { name: 'Find' }).click();
      await expect(desk.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible();
      expect(desk.url()).toContain(issued.ticketNo);
      await expect(desk.getByRole('link', { name: 'Counter', exact: true })).toHaveCount(hasTakingIn ? 1 : 0);
      expect(await wordsOfOthersOn(desk, 'desk')).toEqual([]);
      await desk.context().close();
    });
    await test.step('finds a word of another railway, if a screen has one', async () => {
      await page.evaluate((word) => {
        document.title = word;
      }, `To ${nameOfAnother()}`);
      expect(await wordsOfOthersOn(page, 'planted')).toEqual([expect.stringContaining('planted:1')]);
    });
    expect(traveller.faults).toEqual([]);
  });
}
