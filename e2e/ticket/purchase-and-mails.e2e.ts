// A traveller prints what they bought, reserves and cancels a seat, and finds both in the mailbox with calendar files.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { reserveList, seatCancel } from '@kippu/contract/calls/traveller/seat';
import { readCalendar } from '@kippu/domain/test/read-calendar';
import { addressOf } from '@kippu/web/app/router/link-to';
import { keepPicture } from '../support/keep-picture.ts';
import { boundTicket, callAs, reserveSeat } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

interface Mailed {
  readonly kind: string;
  readonly calendars?: readonly { readonly text: string }[];
}

for (const language of walkedIn('en', 'ja'))
  test(`a purchase printed, a reservation and its cancellation mailed, in ${language}`, async ({
    page,
    request,
  }) => {
    const traveller = await Traveller.with(page, language);
    const { purchase: words } = traveller.words;
    const email = `mails-${randomUUID()}@example.com`;
    await traveller.register(request, email);
    const ticketId = await boundTicket(page, request, 'kansai-pass-2day');

    await traveller.open(addressOf('detail', { ticketId }));
    await traveller.follow(words.open);
    const paper = page.getByRole('article', { name: words.title });
    await expect(paper).toContainText('2,200');
    await traveller.look('purchase');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('button', { name: words.print })).toBeHidden();
    await keepPicture(page, `${language}-purchase-print`);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

    const mailed = async (kind: string) => {
      const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
      return ((await answer.json()) as Mailed[]).filter((mail) => mail.kind === kind);
    };
    const methodOf = ([mail]: readonly Mailed[]) =>
      readCalendar(mail?.calendars?.[0]?.text ?? '').value('METHOD');
    await reserveSeat(page, ticketId, Date.now());
    await expect.poll(() => mailed('reserved')).toHaveLength(1);
    expect(methodOf(await mailed('reserved'))).toBe('PUBLISH');
    const { data } = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
    await callAs(page, seatCancel, { body: { reservationId: data.items[0]?.reservationId ?? '' } });
    await expect.poll(() => mailed('reservationCancelled')).toHaveLength(1);
    expect(methodOf(await mailed('reservationCancelled'))).toBe('CANCEL');
  });
