// A train was 25 minutes late: its traveller gets the certificate, and somebody without an account checks it.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deskChangeTrain, deskTrainRun } from '@kippu/contract/calls/desk/live';
import { deskSignIn } from '@kippu/contract/calls/desk/staff';
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { addressOf, PATHS } from '@kippu/web/app/router/link-to';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { staffOf } from '../support/desk/desk-page.ts';
import { keepPicture } from '../support/keep-picture.ts';
import { test } from '../support/server/own-server.ts';
import { callAs, dataOf, reserveSeat, ticketInUse } from '../support/transfer-calls.ts';
import { walkedIn } from '../support/walked-in.ts';
import { showIn } from '../support/movement-ends.ts';
import { Traveller } from '../support/traveller.ts';

const MINUTE = 60_000;

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

/** Looks at the screen on the smallest phone in dark, and on a usual one. */
async function looks(traveller: Traveller, page: Page, name: string) {
  for (const [width, height, colorScheme] of [
    [320, 568, 'dark'],
    [360, 740, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await showIn(page, colorScheme);
    await traveller.look(`${name}-${width}`);
  }
}

for (const language of walkedIn('en', 'ja'))
  test(`a late certificate, opened, printed and checked, in ${language}`, async ({
    page,
    browser,
    request,
    server,
  }) => {
    const traveller = await Traveller.with(page, language);
    const { late: words, seat } = traveller.words;
    const email = `certificate-${randomUUID()}@example.com`;
    await traveller.register(request, email);
    await reserveSeat(page, await ticketInUse(page, request, 'kansai-pass-2day'), server.now());
    const { data } = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
    const [reservation] = data.items;
    if (!reservation) throw new Error('nothing is reserved');
    const { departureId, reservationId, from, arriveAt, date } = reservation;
    const { token } = await dataOf(request, deskSignIn, { body: staffOf('editor') });
    const authorization = `Bearer ${token}`;
    const { version } = await dataOf(request, deskTrainRun, { query: { departureId }, authorization });
    const change = { late: { from: from.stationId, minutes: 25 } };
    await dataOf(request, deskChangeTrain, { body: { departureId, version, change }, authorization });
    await server.moveOn(wallToEpoch(arriveAt) + 26 * MINUTE - server.now());

    // The arrival is recorded within seconds.
    const address = addressOf('reservation', { reservationId });
    await page.goto('about:blank');
    await traveller.open(address);
    await traveller.logIn(email);
    await traveller.sees(seat.reservation);
    await expect(async () => {
      await page.goto('about:blank');
      await traveller.open(address);
      await expect(page.getByText(words.arrivedLate(seat.duration(0, 25)))).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await looks(traveller, page, 'arrived-late');
    await traveller.follow(words.show);
    await expect(page.getByRole('article', { name: words.one })).toBeVisible();
    await looks(traveller, page, 'certificate');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('button', { name: words.print })).toBeHidden();
    await expect(page.getByText(words.proves)).toBeVisible();
    await keepPicture(page, `${language}-certificate-print`);
    // Whichever train it is, as long as the longest one.
    await page.locator('tbody').evaluate((rows) => {
      while (rows.children.length < 10) rows.append(rows.firstElementChild?.cloneNode(true) ?? '');
    });
    for (const format of ['A5', 'A4']) expect(pagesOf(await page.pdf({ format }))).toBe(1);

    // An employer has the paper, and neither account nor app.
    const paper = page.getByRole('article', { name: words.one });
    const printed = (await paper.innerText()).match(/https?:\S+/)?.[0] ?? '';
    const code = new URLSearchParams(printed.split('?')[1]).get('code') ?? '';
    const context = await browser.newContext({ baseURL: server.origin });
    const employer = await Traveller.with(await context.newPage(), language);
    await employer.page.goto(printed);
    await expect(employer.page.getByText(words.proves)).toBeVisible();
    await expect(employer.page.getByText(words.most(25))).toBeVisible();
    await employer.open(PATHS.late);
    await employer.page.getByLabel(words.day).selectOption(date);
    await expect(employer.page.getByText(words.most(25))).toBeVisible();
    await looks(employer, employer.page, 'late-trains');
    await employer.fill(words.checkLabel, code.toLowerCase());
    await employer.press(words.check);
    await expect(employer.page.getByText(words.proves)).toBeVisible();
    await context.close();
    expect([...traveller.faults, ...employer.faults]).toEqual([]);
  });
