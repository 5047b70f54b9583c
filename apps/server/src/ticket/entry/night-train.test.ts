// A train after midnight, from the search to the seat on the code, over New Year and leap days, on servers in any time zone.
import { afterEach, expect, test } from 'vitest';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Train } from '@kippu/contract/calls/traveller/train';
import { addDays, wallToEpoch } from '@kippu/domain/time/service-day';
import { openCertificate } from '@kippu/ticket-code/certificate/certificate';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
const zone = process.env['TZ'];
afterEach(async () => {
  await fixture.close();
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** A P-256 point. */
const deviceKey = 'A2sX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKW';
const RIDE = { from: 'kansai-airport', to: 'kyoto' };

test.each([
  ['2026-04-01', 'UTC'],
  ['2026-12-31', 'America/Los_Angeles'],
  ['2028-02-28', 'Pacific/Kiritimati'],
  ['2028-02-29', 'Asia/Tokyo'],
])('the 24:10 train of %s, on a server in %s', async (evening, tz) => {
  process.env['TZ'] = tz;
  const night = addDays(evening, 1);
  fixture = await openTicketApp(wallToEpoch(`${evening} 22:00:00`));
  const { deps, app } = fixture;
  const who = await fixture.traveller('hanako');
  const goOn = async (wall: string) => {
    deps.advance(wallToEpoch(wall) - deps.clock());
    await who.signIn();
  };
  const [issued] = await fixture.issue('kansai-wide-5day', 1, { useExpireDate: addDays(evening, 9) });
  const ticketId = issued?.ticketId ?? '';
  await who.post('bind', { link: issued?.link });
  expect((await who.post('use', { ticketId })).json().data).toMatchObject({
    useDate: `${evening} 22:00:00`,
    abtExpireDate: `${addDays(evening, 4)} 23:59:59`,
  });

  const ask = async (call: string, query: Record<string, string>) => {
    const url = `/jtr-jwqs-app/guest/seat/info/${call}`;
    return (await app.inject({ url, query, headers: { authorization: who.authorization() } })).json().data;
  };
  const trains = (date: string): Promise<Train[]> =>
    ask('ticketTrainList', { ...RIDE, ticketIds: ticketId, date });
  const listed = async (tab: 'upcoming' | 'past') =>
    ((await ask('reserveList', { tab })).items as Reservation[]).map(({ departAt }) => departAt);
  const book = async (departureId: string, change: object = {}): Promise<string> => {
    const hold = { ...RIDE, departureId, ticketIds: [ticketId], seats: ['4-12A'], ...change };
    return (await who.seat('seatHold', hold)).json().data.holdId;
  };
  /** The train and seat on a code fetched now; null without a seat. */
  const onCode = async () => {
    const { certificate } = (await who.get('qrcode', { ticketId, deviceKey })).json().data;
    const opened = openCertificate(new Uint8Array(Buffer.from(certificate, 'base64url')));
    const seat = opened?.certificate.seat;
    return seat ? `${seat.train} ${seat.seat}` : null;
  };

  // The evening's last train is booked, then changed to one that the timetable counts to the same day.
  const last = (await trains(evening)).at(-1);
  expect(last).toMatchObject({ departureId: `haruka-60@${evening}`, departAt: `${evening} 22:15:00` });
  const first = (await trains(night))[0];
  expect(first).toMatchObject({ departureId: `haruka-62@${evening}`, departAt: `${night} 00:10:00` });
  const saved = await who.seat('seatSave', { holdId: await book(last?.departureId ?? '') });
  const { reservationId } = saved.json().data;
  const holdId = await book(first?.departureId ?? '', { change: reservationId });
  const changed = (await who.seat('seatChange', { reservationId, holdId })).json().data;
  expect(changed).toMatchObject({
    date: night,
    departAt: `${night} 00:10:00`,
    arriveAt: `${night} 01:30:00`,
    changeableUntil: `${night} 00:05:00`,
  });
  expect(await listed('upcoming')).toEqual([`${night} 00:10:00`]);

  // Through the gate before midnight; on board and out after it.
  for (const wall of [
    `${evening} 22:00:00`,
    `${evening} 23:50:00`,
    `${night} 00:05:00`,
    `${night} 00:45:00`,
    `${night} 01:30:00`,
  ]) {
    await goOn(wall);
    expect(await onCode(), wall).toMatch(/ 62 12A$/);
  }
  await goOn(`${night} 01:30:01`);
  expect(await onCode()).toBeNull();
  expect([await listed('upcoming'), await listed('past')]).toEqual([[], [`${night} 00:10:00`]]);

  // The next evening's train is not tonight's, and tomorrow's train is not today's.
  const later = { departureId: `haruka-60@${addDays(night, 1)}` };
  const seat = await who.seat('seatSave', { holdId: await book(later.departureId) });
  expect(seat.json().code).toBe('OK');
  expect(await onCode()).toBeNull();
  await goOn(`${addDays(night, 1)} 00:00:00`);
  expect(await onCode()).toMatch(/ 60 12A$/);
});
