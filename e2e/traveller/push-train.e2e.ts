// A train that becomes late reaches its traveller's phone: the server's message by a push service, the notification, and the tap.
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { PushService } from '@kippu/server/test/push/push-service';
import { trainAtDesk } from '../support/desk/change-train.ts';
import { test } from '../support/server/own-server.ts';
import { callAs, reserveSeat, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';
import { NOTIFYING, PushedPhone, withPushPhone } from './push-phone.ts';

test.use(NOTIFYING);

test('a late train is pushed, shown in the traveller’s language, and opened by a tap', async ({
  page,
  request,
  server,
}) => {
  const service = await PushService.start();
  try {
    await withPushPhone(page, await service.phone('mei'));
    const traveller = await Traveller.with(page, 'ko');
    const { push: words, seat } = traveller.words;
    await traveller.register(request, `push-${randomUUID()}@example.com`);
    await reserveSeat(page, await ticketInUse(page, request, 'kansai-pass-2day'), server.now());
    const { data } = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
    const [reservation] = data.items;
    if (!reservation) throw new Error('nothing is reserved');
    await traveller.open('/packages/account/push');
    const phone = await PushedPhone.of(page);
    await traveller.press(words.turnOn);
    await expect(page.getByText(words.topics)).toBeVisible();

    const change = await trainAtDesk(request, reservation.departureId);
    await change({ late: { from: reservation.from.stationId, minutes: 25 } });
    await expect.poll(() => service.got.length).toBe(1);
    const message = service.got[0]?.message;
    if (!message) throw new Error('nothing was pushed');
    await phone.push(message);
    await expect
      .poll(() => phone.shown())
      .toEqual([{ title: message.title, body: message.body, lang: 'ko' }]);
    expect(`${message.title} ${message.body}`).toContain('25');
    await phone.tap(message.title);
    await traveller.sees(seat.reservation);
    await expect(page.getByText(seat.live.late(25))).toBeVisible();
    expect(service.faults).toEqual([]);
  } finally {
    await service.stop();
  }
});
