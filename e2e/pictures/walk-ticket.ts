// Pictures of tickets: lists, adding, one in each of its states, the code, stations, vouchers, transfer.
import { PATHS, addressOf } from '@kippu/web/app/router/link-to';
import { CHECKLIST } from '@kippu/contract/values';
import { use } from '@kippu/contract/calls/traveller/ticket';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { PASSWORD } from '../support/new-account.ts';
import { emailOf, type PictureData } from './scenario.ts';
import type { Shooter } from './shooter.ts';

export async function walkTickets(shooter: Shooter, data: PictureData): Promise<void> {
  const { page, words, traveller } = shooter;
  const { ticket, ticketLife, station, common } = words;
  const shot = shooter.shot.bind(shooter);
  const open = shooter.open.bind(shooter);
  const screen = shooter.screen.bind(shooter);
  await screen('tickets-full', '/');
  await screen('tickets-past', addressOf('tickets', { tab: 'past' }));
  await shooter.scene('tickets-offline', async () => {
    await open('/');
    await traveller.settled();
    await page.context().setOffline(true);
    await shooter.sees(common.offlineCodes);
    await shot('tickets-offline');
  });
  await screen('add', PATHS.add);
  await shooter.scene('add-refused', async () => {
    await open(PATHS.add);
    await traveller.fill(ticket.proofLabel, 'V-1234-5678');
    await traveller.press(ticket.check);
    await shooter.sees(shooter.words.errors['TKT-0002']);
    await shot('add-refused');
  });
  await screen('add-one', PATHS.add + data.links.one.replace(/^[^?]*/, ''));
  await screen('add-three', PATHS.add + data.links.three.replace(/^[^?]*/, ''));
  await screen('addResult-one', addressOf('addResult', { ticketIds: data.wide }));
  await screen('addResult-three', addressOf('addResult', { ticketIds: data.family.join(',') }));
  for (const key of [
    'wide',
    'pass',
    'senior',
    'suspended',
    'refunded',
    'voucher',
    'exchanged',
    'museum',
    'city',
    'entered',
    'lone',
  ] as const)
    await screen(`detail-${key}`, addressOf('detail', { ticketId: data[key] }));
  await screen('detail-round', addressOf('detail', { ticketId: data.family[1] ?? '' }));
  await screen('detail-gone', addressOf('detail', { ticketId: 'no-such-ticket' }));
  await shooter.scene('detail-use', async () => {
    await open(addressOf('detail', { ticketId: data.wide }));
    await traveller.settled();
    await traveller.press(ticket.useNow);
    await page.getByRole('dialog').waitFor();
    await shot('detail-use', { whole: false });
  });
  const waitForCode = () => page.getByRole('img', { name: ticket.codeAlt }).first().waitFor();
  await shooter.scene('code', async () => {
    await open(addressOf('code', { ticketId: data.pass }));
    await waitForCode();
    await shot('code');
  });
  await screen('code-notInUse', addressOf('code', { ticketId: data.wide }));
  await screen('code-suspended', addressOf('code', { ticketId: data.suspended }));
  await shooter.scene('code-offline', async () => {
    await open(addressOf('code', { ticketId: data.pass }));
    await waitForCode();
    await page.context().setOffline(true);
    await shooter.sees(ticket.codeTitle);
    const [text = ''] = words.code.states.offline('|').split('|');
    await page.getByText(text).waitFor();
    await shot('code-offline');
    await page.context().setOffline(false);
  });
  await shooter.scene('code-group', async () => {
    const issued = await data.client.addOrder('kansai-pass-2day', ['adult', 'senior', 'child']);
    for (const { ticketId } of issued) await data.client.call(use, { body: { ticketId } });
    await data.client.reserve(
      issued.map((each) => each.ticketId),
      addDays(dateAt(Date.now()), 1),
      9,
    );
    await open(addressOf('code', { ticketId: issued[0]?.ticketId ?? '' }));
    await waitForCode();
    await shot('code-group');
  });
  await screen('transfer', addressOf('transfer', { ticketId: data.give }));
  await screen('transfer-noSeats', addressOf('transfer', { ticketId: data.wide }));
  const fillTransfer = async (ticketId: string, email: string, again = email) => {
    await open(addressOf('transfer', { ticketId }));
    await traveller.settled();
    await traveller.fill(ticketLife.email, email);
    await traveller.fill(ticketLife.emailAgain, again);
    await traveller.fill(ticketLife.password, PASSWORD);
    await traveller.pressAgain(ticketLife.goOn);
  };
  const receiver = emailOf(shooter.language, 'receiver');
  await shooter.scene('transfer-refused', async () => {
    await fillTransfer(data.give, receiver, `x${receiver}`);
    await shot('transfer-refused');
  });
  await shooter.scene('transfer-ask', async () => {
    await fillTransfer(data.give, receiver);
    await page.getByRole('dialog').waitFor();
    await shot('transfer-ask', { whole: false });
  });
  await shooter.scene('transferResult', async () => {
    const ticketId = await data.client.addTicket('kansai-wide-5day');
    await fillTransfer(ticketId, receiver);
    await traveller.press(ticketLife.transferYes);
    await traveller.sees(ticketLife.transferDone);
    await shot('transferResult');
  });
  await screen('history', addressOf('useAgeHistory', { ticketId: data.entered }));
  await screen('history-all', addressOf('useAgeHistory', {}));
  await screen('history-empty', addressOf('useAgeHistory', { ticketId: data.wide }));
  await screen('outInSite-in', addressOf('outInSite', { ticketId: data.city, direction: 'in' }));
  await screen('outInSite-out', addressOf('outInSite', { ticketId: data.entered, direction: 'out' }));
  await shooter.scene('outInSite-denied outInSite-near outInSite-none outInSite-ask', async () => {
    await open(addressOf('outInSite', { ticketId: data.city, direction: 'in' }));
    await traveller.settled();
    await traveller.press(station.usePosition);
    await shooter.sees(words.client.positionDenied);
    await shot('outInSite-denied');
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 34.9859, longitude: 135.7585, accuracy: 20 });
    await open(addressOf('outInSite', { ticketId: data.city, direction: 'in' }));
    await traveller.press(station.usePosition);
    await shooter.sees(station.accuracy('20 m'));
    await shot('outInSite-near');
    await traveller.fill(station.search, 'xyz');
    await shooter.sees(station.noneFound('xyz'));
    await shot('outInSite-none');
    await traveller.fill(station.search, 'osaka');
    await page.getByRole('listitem').getByRole('button').first().click();
    await page.getByRole('dialog').waitFor();
    await shot('outInSite-ask', { whole: false });
    await page.context().clearPermissions();
  });
  await shooter.scene('scan', async () => {
    await open(addressOf('outInSite', { ticketId: data.city, direction: 'in' }));
    await traveller.settled();
    await traveller.press(station.scanPoster);
    await page.getByRole('dialog').waitFor();
    await shot('scan', { raw: true, whole: false });
  });
  await shooter.scene('verified verified-ask verified-cancelled', async () => {
    const ticketId = await data.client.addTicketInUse('city-day-qr');
    await open(addressOf('outInSite', { ticketId, direction: 'in' }));
    await traveller.fill(station.search, 'kyoto');
    await page.getByRole('listitem').getByRole('button').first().click();
    await page.getByRole('dialog').waitFor();
    for (const item of CHECKLIST) await page.getByLabel(station.check[item], { exact: true }).check();
    await traveller.press(station.verifyIn);
    await page.getByRole('timer').waitFor();
    await shot('verified');
    await traveller.press(station.cancelEntry);
    await page.getByRole('dialog').waitFor();
    await shot('verified-ask', { whole: false });
    await traveller.press(station.cancelYes);
    await traveller.sees(station.cancelledTitle);
    await shot('verified-cancelled');
  });
  await shooter.scene('verified-open', async () => {
    const ticketId = await data.client.addTicketInUse('city-day-qr');
    await data.client.verifyPassage(ticketId, 'kyoto', 'in');
    await open(addressOf('code', { ticketId }));
    await waitForCode();
    await shot('verified-open');
  });
  await screen('mpmTap-none', addressOf('mpmTap', { recordId: '999999', ticketId: data.city }));
  await screen('voucher', addressOf('voucherDetail', { ticketId: data.voucher }));
  await shooter.scene('voucher-ask', async () => {
    await open(addressOf('voucherDetail', { ticketId: data.voucher }));
    await page.getByRole('radio').first().check();
    await shot('voucher-chosen');
    await traveller.press(ticketLife.exchangeHere);
    await page.getByRole('dialog').waitFor();
    await shot('voucher-ask', { whole: false });
  });
  await screen('voucher-exchanged', addressOf('voucherDetail', { ticketId: data.exchanged }));
}
