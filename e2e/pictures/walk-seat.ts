// Pictures of seats: reservations, trains, the map, confirming, results, changes and cancelling.
import { PATHS, addressOf } from '@kippu/web/app/router/link-to';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import type { PictureData } from './scenario.ts';
import type { Shooter } from './shooter.ts';

const DAY = addDays(dateAt(Date.now()), 2);

export async function walkSeats(shooter: Shooter, data: PictureData): Promise<void> {
  const { page, words, traveller } = shooter;
  const { seat } = words;
  const shot = shooter.shot.bind(shooter);
  const open = shooter.open.bind(shooter);
  const screen = shooter.screen.bind(shooter);
  await screen('seats', PATHS.seats);
  await screen('seats-past', addressOf('seats', { tab: 'past' }));
  await shooter.scene('seats-choice', async () => {
    await open(PATHS.seats);
    await traveller.settled();
    await page.getByRole('button', { name: seat.reserve, exact: true }).first().click();
    await shot('seats-choice');
  });
  await screen('train-first', addressOf('train', { ticketIds: data.wide }));
  const ask = { ticketIds: data.wide, from: 'kansai-airport', to: 'kyoto', date: DAY };
  await screen('train', addressOf('train', ask));
  await screen('train-evening', addressOf('train', { ...ask, date: dateAt(Date.now()) }));
  await screen(
    'train-change',
    addressOf('train', {
      ticketIds: data.pass,
      from: 'kansai-airport',
      to: 'kyoto',
      date: DAY,
      change: data.coming,
    }),
  );
  const map = { ...ask, departureId: `haruka-20@${DAY}` };
  await screen('chooseSeat', addressOf('chooseSeat', map));
  await shooter.scene('chooseSeat-chosen chooseSeat-list', async () => {
    await open(addressOf('chooseSeat', map));
    await traveller.settled();
    await page
      .getByRole('button', { name: new RegExp(seat.free) })
      .first()
      .click();
    await shot('chooseSeat-chosen');
    await page.getByText(seat.asList, { exact: true }).click();
    await shot('chooseSeat-list');
    await page.getByText(seat.asMap, { exact: true }).click();
  });
  await shooter.scene('chooseSeat-three', async () => {
    const three = (await data.client.addOrder('kansai-wide-5day', ['adult', 'adult', 'child'])).map(
      (t) => t.ticketId,
    );
    await open(addressOf('chooseSeat', { ...map, ticketIds: three.join(',') }));
    await traveller.settled();
    await page
      .getByRole('button', { name: new RegExp(seat.free) })
      .first()
      .click();
    await shot('chooseSeat-three');
    await traveller.press(seat.pick(3));
    await traveller.sees(seat.confirmReserve);
    await shot('confirm-three');
    await traveller.press(seat.giveUp(3));
    await shot('confirm-over');
  });
  await screen('chooseSeat-gone', addressOf('chooseSeat', { ...map, departureId: `haruka-20@2026-01-02` }));
  await shooter.scene('confirm reserveResult reservation-new', async () => {
    const ticketId = await data.client.addTicket('kansai-pass-2day');
    await open(addressOf('chooseSeat', { ...map, ticketIds: ticketId, departureId: `haruka-22@${DAY}` }));
    await traveller.settled();
    await traveller.press(seat.pick(1));
    await traveller.sees(seat.confirmReserve);
    await shot('confirm');
    await traveller.press(seat.reserveSeats(1));
    await traveller.sees(seat.reservedTitle);
    await shot('reserveResult');
  });
  await screen('confirm-unknown', addressOf('confirm', { ...map, holdId: 'elsewhere' }));
  await screen('reserveResult-three', addressOf('reserveResult', { reservationId: data.group }));
  await screen('reservation', addressOf('reservation', { reservationId: data.coming }));
  await screen('reservation-three', addressOf('reservation', { reservationId: data.group }));
  await screen('reservation-cancelled', addressOf('reservation', { reservationId: data.cancelled }));
  await screen('reservation-gone', addressOf('reservation', { reservationId: 'no-such' }));
  await shooter.scene('reservation-ask cancelResult', async () => {
    const ticketId = await data.client.addTicket('kansai-pass-2day');
    const { reservationId } = await data.client.reserve([ticketId], DAY, 12);
    await open(addressOf('reservation', { reservationId }));
    await traveller.settled();
    await traveller.press(seat.cancel);
    await page.getByRole('dialog').waitFor();
    await shot('reservation-ask', { whole: false });
    await page.getByRole('dialog').getByRole('button', { name: seat.cancelYes, exact: true }).click();
    await traveller.sees(seat.cancelledTitle);
    await shot('cancelResult');
  });
  await shooter.scene('change-map change-confirm change-result', async () => {
    const ticketId = await data.client.addTicket('kansai-pass-2day');
    const { reservationId } = await data.client.reserve([ticketId], DAY, 13);
    await open(
      addressOf('chooseSeat', {
        ...map,
        ticketIds: ticketId,
        change: reservationId,
        departureId: `haruka-24@${DAY}`,
      }),
    );
    await traveller.settled();
    await shot('change-map');
    await traveller.press(seat.pick(1));
    await traveller.sees(seat.confirmChange);
    await shot('change-confirm');
    await traveller.press(seat.changeSeats(1));
    await traveller.sees(seat.changedTitle);
    await shot('change-result');
  });
}
