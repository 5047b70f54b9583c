// A ticket with its seat moves from one traveller to another permanently: the screens and mails of both, and whose code
// opens.
import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { addressOf } from '@kippu/web/app/router/link-to';
import { readCode } from '../support/gate/read-code.ts';
import { callAs, enrolledGate, reserveSeat, ticketInUse } from '../support/transfer-calls.ts';
import { PASSWORD } from '../support/new-account.ts';
import { Traveller } from '../support/traveller.ts';
import { ofToday } from '../support/walked-in.ts';

const newEmail = () => `transfer-${randomUUID()}@example.com`;
const mailsTo = async (request: APIRequestContext, to: string) => {
  const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as { kind: string; subject: string; text: string }[];
};

/** Fills in the form and continues. */
async function fillForm(sender: Traveller, email: string, again: string, password: string): Promise<void> {
  const { ticketLife: words } = sender.words;
  await sender.fill(words.email, email);
  await sender.fill(words.emailAgain, again);
  await sender.fill(words.password, password);
  await sender.pressAgain(words.goOn);
}

/** Checks that a field of the form shows this message. */
const seesMessage = (sender: Traveller, sentence: string) =>
  expect(sender.page.getByText(sentence, { exact: true })).toBeVisible();

for (const [language, other] of ofToday(['en', 'ja'] as const, ['ja', 'en'] as const)) {
  test(`a ticket and its seat are transferred, from a phone in ${language} to one in ${other}`, async ({
    browser,
    page,
    request,
  }) => {
    test.setTimeout(300_000);
    const sender = await Traveller.with(page, language);
    const { ticketLife: words, ticket: ticketWords, errors, client } = sender.words;
    const [from, to] = [newEmail(), newEmail()];
    await sender.register(request, from);
    const context = await browser.newContext();
    const receiver = await Traveller.with(await context.newPage(), other);
    await receiver.register(request, to);
    const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
    const seat = await reserveSeat(page, ticketId);
    const place = seat.split('-')[1] ?? '';
    const judge = await enrolledGate(request);
    let old = '';
    let oldAt = 0;

    await test.step('a gate accepts the sender’s code', async () => {
      await sender.open(addressOf('code', { ticketId }));
      const picture = page.getByRole('img', { name: ticketWords.codeAlt });
      await expect(picture).toBeVisible();
      old = await readCode(picture);
      oldAt = Date.now();
      expect(await judge(old, oldAt)).toMatchObject({ ok: true });
    });

    await test.step('the form lists the seats that are transferred too', async () => {
      await sender.open(addressOf('detail', { ticketId }));
      await sender.follow(words.transfer);
      await sender.sees(words.transfer);
      await expect(page.getByRole('listitem').filter({ hasText: place })).toBeVisible();
      await sender.look('transfer');
    });

    await test.step('a wrong email or password shows a message at its field', async () => {
      await fillForm(sender, to, `x${to}`, PASSWORD);
      await seesMessage(sender, errors['TKT-0016']);
      await fillForm(sender, ` ${from.toUpperCase()} `, from, PASSWORD);
      await seesMessage(sender, errors['TKT-0015']);
      await fillForm(sender, 'nobody', 'nobody', PASSWORD);
      await seesMessage(sender, client.emailInvalid);
      await fillForm(sender, to, to, '');
      await seesMessage(sender, sender.words.account.passwordMissing);
      await sender.look('transfer-refused');
      const nobody = newEmail();
      await fillForm(sender, nobody, nobody, PASSWORD);
      await sender.press(words.transferYes);
      await seesMessage(sender, errors['TKT-0014']);
      await fillForm(sender, to, to, `${PASSWORD}x`);
      await sender.press(words.transferYes);
      await seesMessage(sender, errors['AUTH-0020']);
      expect((await callAs(page, ticketLoad, { query: { ticketId } })).code).toBe('OK');
    });

    await test.step('after one question the ticket is transferred', async () => {
      await fillForm(sender, to, to, PASSWORD);
      const question = page.getByRole('dialog', { name: words.transferAsk(to) });
      await expect(question).toContainText(words.leavesWithSeats);
      await sender.look('transfer-question');
      await sender.press(words.transferYes);
      await sender.sees(words.transferDone);
      await expect(page.getByText(to, { exact: true })).toBeVisible();
      await sender.look('transfer-result');
    });

    await test.step('the sender no longer has the ticket, and a gate refuses the old code', async () => {
      await sender.follow(sender.words.common.toTickets);
      await expect(page.getByText(ticketWords.emptyTitle, { exact: true })).toBeVisible();
      await expect(page.getByText(ticketWords.nextTrain, { exact: true })).toBeHidden();
      await sender.look('transferred-list');
      for (const screen of ['detail', 'code', 'transfer', 'useAgeHistory'] as const) {
        await sender.open(addressOf(screen, { ticketId }));
        await expect(page.getByRole('alert')).toContainText(errors['TKT-0001']);
      }
      await sender.look('transferred-history');
      const seats = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
      expect(seats.data.items).toEqual([]);
      // Also on a phone that opened it before and was not notified.
      expect(await judge(old, oldAt)).toMatchObject({ ok: false, reason: 'revoked' });
    });

    await test.step('both get a mail, each in their own language', async () => {
      // The sender has also been mailed the reservation.
      const sent = (await mailsTo(request, from)).filter(({ kind }) => kind === 'transferSent');
      const received = (await mailsTo(request, to)).filter(({ kind }) => kind === 'transferReceived');
      for (const mails of [sent, received]) {
        expect(mails).toHaveLength(1);
        expect(mails[0]?.text).toContain(place);
      }
      expect(sent[0]?.text).toContain(to);
      expect(received[0]?.text).toContain(from);
      const japanese = /[\u3041-\u3096]/;
      expect(japanese.test(sent[0]?.subject ?? '')).toBe(language === 'ja');
      expect(japanese.test(received[0]?.subject ?? '')).toBe(other === 'ja');
    });

    await test.step('the receiver has the ticket, the seat and a code that a gate accepts', async () => {
      const theirs = receiver.words.ticket;
      const { page: phone } = receiver;
      // The list has been open since before the transfer.
      await phone.reload();
      await expect(phone.getByText(theirs.nextTrain, { exact: true })).toBeVisible();
      await expect(phone.getByText(theirs.status.inUse, { exact: true })).toBeVisible();
      await receiver.look('received-list');
      const list = await callAs(phone, ticketList, { query: { tab: 'active' } });
      expect(list.data.items.map((ticket) => ticket.ticketId)).toEqual([ticketId]);
      await receiver.open(addressOf('useAgeHistory', { ticketId }));
      await expect(phone.getByText(receiver.words.ticketLife.noRecords, { exact: true })).toBeVisible();
      await receiver.open(addressOf('code', { ticketId }));
      const picture = phone.getByRole('img', { name: theirs.codeAlt });
      await expect(picture).toBeVisible();
      expect(await judge(await readCode(picture), Date.now())).toMatchObject({ ok: true });
    });
    await context.close();
    expect([...sender.faults, ...receiver.faults]).toEqual([]);
  });
}
