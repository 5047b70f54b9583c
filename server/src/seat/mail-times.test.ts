// Times in mails: on 24 hours, in the afternoon and past midnight, with the day where it changes.
import { expect, test } from 'vitest';
import { LANGUAGES } from '@kippu/contract/limits';
import type { Disruption, Reservation } from '@kippu/contract/seat';
import { seatLines } from '../ticket/transfer-mails.ts';
import { disruptionTexts } from './disruption-words.ts';

const station = (stationId: string): Reservation['from'] => ({
  ...{ stationId, code: '', lat: 0, lon: 0, region: '', gate: 'qr', haruka: true },
  ...{ stationNameJp: stationId, stationNameEn: stationId, stationNameKr: stationId },
  ...{ stationNameCn: stationId, stationNameTc: stationId },
});
const disruption: Disruption = {
  ...{ disruptionId: 'd', kind: 'retimed', foundAt: '2026-12-31 09:00:00' },
  ...{ bookedDepartAt: '2026-12-31 15:00:00', bookedArriveAt: '2026-12-31 16:20:00' },
};
const reservation: Reservation = {
  ...{
    reservationId: 'r',
    state: 1,
    departureId: 'haruka-62@2026-12-31',
    trainNo: '62',
    direction: 'inbound',
  },
  ...{
    trainNameJp: 'はるか',
    trainNameEn: 'HARUKA',
    trainNameKr: '하루카',
    trainNameCn: 'HARUKA',
    trainNameTc: 'HARUKA',
  },
  ...{ date: '2027-01-01', departAt: '2027-01-01 00:30:00', arriveAt: '2027-01-01 12:05:00' },
  ...{ from: station('kix'), to: station('kyoto'), car: 4 },
  seats: [{ ticketId: 't', seatInfo: '4-1A', seatType: 'reserved', carClass: 'ordinary' }],
  ...{ changeableUntil: '2027-01-01 00:25:00', reservedAt: '2026-12-01 10:00:00' },
};

test.each(LANGUAGES)('a train at 15:00 that leaves at 00:30 on New Year, in %s', (language) => {
  const { facts } = disruptionTexts(reservation, disruption, language);
  const [booked = '', now = ''] = facts;
  expect(booked).toContain('kix 15:00 → kyoto 16:20');
  expect(now).toContain('kix 00:30 → kyoto 12:05');
  expect(now).toMatch(
    { ja: /1月1日/, en: /1 January/, ko: /1월 1일/, 'zh-CN': /1月1日/, 'zh-TW': /1月1日/ }[language],
  );
});

test('the seat that goes along with a ticket, at 00:30', () => {
  expect(seatLines({ language: 'en', ticketId: 't', reservations: [reservation] })).toEqual([
    '2027-01-01 00:30 HARUKA 62 kix → kyoto 4-1A',
  ]);
});
