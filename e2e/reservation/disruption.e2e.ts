// The operator imports a newer timetable between two starts. Travellers are notified and choose another train.
import { expect, test } from '@playwright/test';
import { listSaasNotice } from '@kippu/contract/calls/traveller/notice';
import { reserveList, type Reservation } from '@kippu/contract/calls/traveller/seat';
import { epochToWall, startOfDay, wallToEpoch } from '@kippu/domain/time/service-day';
import { addressOf } from '@kippu/web/app/router/link-to';
import { Railway } from '../support/gate/railway.ts';
import { boundTicket, callAs, reserveSeat } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

/** Formats seconds since the start of the service day as 'HH:MM:SS'. Hours exceed 24 after midnight. */
function gtfsTime(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

for (const language of walkedIn('en', 'ja'))
  test(`a train is changed, then cancelled by a newer timetable, in ${language}`, async ({
    browser,
    playwright,
  }) => {
    test.setTimeout(600_000);
    const railway = await Railway.open();
    const context = await browser.newContext({ baseURL: railway.origin });
    const request = await playwright.request.newContext({ baseURL: railway.origin });
    try {
      await railway.start();
      const me = await Traveller.with(await context.newPage(), language);
      const { page, words } = me;
      const { seat, notice } = words;
      const email = `disruption-${language}@example.com`;
      await me.register(request, email);
      const ticketId = await boundTicket(page, request, 'haruka-kix-kyoto');
      await reserveSeat(page, ticketId);
      const upcoming = async (): Promise<Reservation> => {
        const { data } = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
        const [first] = data.items;
        if (!first) throw new Error('no reservation to come');
        return first;
      };
      const booked = await upcoming();
      const [tripId = '', serviceDate = ''] = booked.departureId.split('@');
      const depart = booked.departAt.slice(11, 16);
      const later = epochToWall(wallToEpoch(booked.departAt) + 7 * 60_000).slice(11, 16);
      const seconds = (wallToEpoch(booked.departAt) - startOfDay(serviceDate)) / 1000;
      const [written, moved] = [gtfsTime(seconds), gtfsTime(seconds + 7 * 60)];
      const mails = async () => {
        const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
        const all = (await answer.json()) as { kind: string; subject: string; text: string }[];
        return all.filter(({ kind }) => kind === 'disruption');
      };
      /** The notice covers the first screen by itself, once. */
      const readNotice = async (file: string, part: string) => {
        await page.goto('/');
        const dialog = page.getByRole('dialog');
        await expect(dialog).toContainText(part);
        await me.look(file);
        await dialog.getByRole('button', { name: notice.understood }).click();
        await expect(dialog).toHaveCount(0);
      };

      await test.step('a train that leaves seven minutes later is reported by mail, by notice and in the reservation', async () => {
        await railway.stop();
        railway.edit('gtfs/stop_times.txt', (text) =>
          text.replace(`"${tripId}","${written}","${written}"`, `"${tripId}","${moved}","${moved}"`),
        );
        await railway.start();
        await expect.poll(async () => (await mails())[0]?.text).toContain(later);
        await readNotice('disruption-retimed-notice', later);
        await expect(page.getByText(seat.disrupted.retimed)).toBeVisible();
        await me.look('disruption-retimed-first');
        // Its file fails until the page is reloaded. The tickets stay until then.
        const file = /\/assets\/disruption-box-[^/]*\.js$/;
        await page.route(file, (route) => route.abort('connectionreset'));
        const failed = page.waitForEvent('requestfailed', (asked) => file.test(asked.url()));
        await page.reload();
        await failed;
        await expect(page.getByText(words.ticket.yourTickets, { exact: true })).toBeVisible();
        await page.unroute(file);
        await expect(page.getByText(seat.disrupted.retimed)).toBeVisible();
        await me.open(addressOf('reservation', { reservationId: booked.reservationId }));
        await me.sees(seat.reservation);
        await expect(page.locator('s').filter({ hasText: depart })).toBeVisible();
        await expect(page.getByText(later, { exact: true }).first()).toBeVisible();
        await me.look('disruption-retimed-detail');
      });

      await test.step('another traveller or a visitor who opens the notice’s address sees nothing of it', async () => {
        const { data: notices } = await callAs(page, listSaasNotice, { query: {} });
        const own = notices.find(({ once }) => once);
        if (!own) throw new Error('no notice of their own');
        const phone = await browser.newContext({ baseURL: railway.origin });
        const other = await Traveller.with(await phone.newPage(), language);
        await other.register(request, `else-${language}@example.com`);
        const seesNothing = async () => {
          await other.open(addressOf('notice', { noticeId: own.noticeId }));
          await other.page.reload();
          await expect(other.page.getByText(notice.goneTitle, { exact: true })).toBeVisible();
          await expect(other.page.getByRole('link', { name: notice.toList, exact: true })).toBeVisible();
          await other.look('disruption-else');
          const shown = await other.page.locator('body').innerText();
          for (const secret of [own.title, depart, later, booked.reservationId, email])
            expect(shown).not.toContain(secret);
        };
        await seesNothing();
        await other.page.evaluate(() => localStorage.removeItem('kippu.session'));
        await seesNothing();
        await other.follow(notice.toList);
        await other.sees(notice.title);
        await expect(other.page.getByText(own.title)).toHaveCount(0);
        expect(other.faults).toEqual([]);
        await phone.close();
      });

      await test.step('a cancelled train is shown in the list and the detail, which leads to another train', async () => {
        await railway.stop();
        railway.edit('gtfs/trips.txt', (text) =>
          text
            .split('\n')
            .filter((line) => !line.includes(`"${tripId}"`))
            .join('\n'),
        );
        railway.edit('gtfs/stop_times.txt', (text) =>
          text
            .split('\n')
            .filter((line) => !line.startsWith(`"${tripId}"`))
            .join('\n'),
        );
        await railway.start();
        await expect.poll(async () => (await mails())[0]?.text).toContain(booked.reservationId);
        await readNotice('disruption-cancelled-notice', booked.trainNo);
        await expect(page.getByText(seat.disrupted.cancelled)).toBeVisible();
        await me.look('disruption-cancelled-first');
        await me.open(addressOf('detail', { ticketId }));
        await expect(page.getByText(seat.disrupted.cancelled)).toBeVisible();
        await me.look('disruption-cancelled-ticket');
        await me.open(addressOf('seats', {}));
        await expect(page.getByText(seat.disrupted.cancelled)).toBeVisible();
        await me.look('disruption-cancelled-list');
        await me.open(addressOf('reservation', { reservationId: booked.reservationId }));
        await expect(page.getByText(seat.disruptedText.cancelled)).toBeVisible();
        await me.look('disruption-cancelled-detail');
      });

      await test.step('the reservation moves to another train', async () => {
        await me.press(seat.chooseOther);
        await me.sees(seat.changeTrain);
        await me.look('disruption-other-train');
        const other = page.locator('a[href*="departureId"]').first();
        await other.click();
        await me.press(seat.pick(1));
        await me.press(seat.changeSeats(1));
        await me.sees(seat.changedTitle);
        const now = await upcoming();
        expect(now.reservationId).toBe(booked.reservationId);
        expect(now.departureId).not.toBe(booked.departureId);
        expect(now.disruption).toBeUndefined();
        await page.goto('/');
        await me.settled();
        await expect(page.getByText(seat.disrupted.cancelled)).toHaveCount(0);
      });
      expect(me.faults).toEqual([]);
    } finally {
      await context.close();
      await request.dispose();
      await railway.close();
    }
  });
