// The names, codes and numbers of the specification, written out: a field that is renamed or a limit that is changed
// fails here.
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { suffixesOf } from '../names.ts';
import * as limits from '../limits.ts';
import { PASSENGER_CATEGORIES, SITE_CODES } from '../values.ts';
import { ALL_CALLS } from './all-calls.ts';
import { LoginInfo, Member, registry, login } from './traveller/account.ts';
import { Tokens } from './traveller/session.ts';
import { Reservation } from './traveller/seat.ts';
import { Section, Station } from './traveller/station.ts';
import { Ticket } from './traveller/ticket.ts';
import { savePush } from './traveller/push.ts';
import { deskTickets } from './desk/issue.ts';

const fieldsOf = (schema: { properties: object }) => Object.keys(schema.properties);
const NAMES = ['Cn', 'En', 'Jp', 'Kr'];

describe('a ticket', () => {
  const fields = fieldsOf(Ticket);
  it('has its numbers', () => {
    expect(fields).toEqual(expect.arrayContaining(['ticketNo', 'issuedTicketNo', 'voucherNo']));
  });
  it('has a name in five languages and a kind, and its code comes by a call of its own', () => {
    const names = [...NAMES, 'TC'].map((suffix) => `productName${suffix}`);
    expect(fields).toEqual(expect.arrayContaining([...names, 'kind']));
    expect(suffixesOf('productName').toSorted()).toEqual([...NAMES, 'TC'].toSorted());
    expect(ALL_CALLS.map(({ name }) => name)).toContain('qrcode');
  });
  it('has a validity with a first and a last day', () => {
    expect(fieldsOf(Ticket.properties.validity)).toEqual(['start', 'end']);
  });
  it('has a status, a price and a quantity', () => {
    expect(fields).toEqual(expect.arrayContaining(['status', 'salePrice', 'quantity']));
  });
  it('has its order with its time', () => {
    expect(fields).toEqual(expect.arrayContaining(['orderId', 'orderTime']));
  });
  it('names who issued and who sold it', () => {
    expect(fields).toEqual(expect.arrayContaining(['issuer', 'seller', 'salesSite', 'salesCompany']));
  });
  it('has its state, journeys and reservations', () => {
    expect(fields).toEqual(
      expect.arrayContaining(['ticketState', 'tripType', 'reservedNum', 'reservations']),
    );
    expect(fieldsOf(Reservation)).toContain('state');
  });
  it('has the days and times of its use', () => {
    const days = ['useExpireDate', 'abtExpireDate', 'useDate', 'stationFromDate', 'stationDepartDate'];
    expect(fields).toEqual(expect.arrayContaining(days));
  });
  it('is for one of seven categories of passengers', () => {
    const categories = ['adult', 'child', 'specialAdult', 'specialChild', 'senior', 'saleAdult', 'saleChild'];
    expect(PASSENGER_CATEGORIES).toEqual(categories);
    expect(fields).toContain('passengerCategory');
  });
});

describe('a reserved seat', () => {
  const fields = fieldsOf(Reservation);
  it('has its train, date and section', () => {
    expect(fields).toEqual(expect.arrayContaining(['trainNo', 'date', 'departAt', 'from', 'to']));
  });
  it('has its car, seat and type', () => {
    expect(fields).toEqual(expect.arrayContaining(['car', 'seats']));
    const seat = Reservation.properties.seats.items;
    expect(fieldsOf(seat)).toEqual(expect.arrayContaining(['seatInfo', 'seatType']));
    expect(seat.properties.seatType.enum).toEqual(['reserved', 'nonReserved']);
  });
  it('has the time of the reservation and a direction', () => {
    expect(fields).toEqual(expect.arrayContaining(['reservedAt', 'direction']));
    expect(Section.properties.direction.enum).toEqual(['inbound', 'outbound']);
  });
});

describe('a station', () => {
  const fields = fieldsOf(Station);
  it('has a kind of entry', () => {
    expect(Station.properties.gate.enum).toEqual(['qr', 'staffed', 'none']);
  });
  it('has names in five languages and a region', () => {
    const names = [...NAMES, 'Tc'].map((suffix) => `stationName${suffix}`);
    expect(fields).toEqual(expect.arrayContaining([...names, 'region']));
    expect(suffixesOf('stationName').toSorted()).toEqual([...NAMES, 'Tc'].toSorted());
  });
});

describe('an account', () => {
  it('has an email, a full name, a country and a username', () => {
    expect(fieldsOf(Member)).toEqual(expect.arrayContaining(['email', 'fullname', 'country', 'username']));
  });
  it('sends its password encrypted and its code, and never gets them back', () => {
    expect(fieldsOf(registry.body)).toEqual(
      expect.arrayContaining(['password', 'passwordRepeat', 'verifyCode']),
    );
    expect(fieldsOf(registry.body.properties.password)).toEqual(fieldsOf(login.body.properties.password));
    for (const { name, data, auth } of ALL_CALLS)
      if (auth !== 'desk') expect(JSON.stringify(data ?? {}), name).not.toMatch(/"(password|verifyCode)"/);
  });
  it('logs in to get a token with its time, and another one to refresh it', () => {
    const tokens = ['token', 'refreshToken', 'createAt', 'expiresIn'];
    expect(fieldsOf(Tokens)).toEqual(tokens);
    expect(fieldsOf(LoginInfo)).toEqual(expect.arrayContaining(tokens));
  });
  it('has nothing of the operator’s staff', () => {
    const staff = /nickname|mobile|operatorId|merchantId|userType|userGrade|remark/i;
    for (const { name, data, auth } of ALL_CALLS)
      if (auth === 'guest') expect(JSON.stringify(data ?? {}), name).not.toMatch(staff);
  });
});

describe('calls', () => {
  it('without a session are those of the account, and the few of our own that a visitor needs', () => {
    const open = ALL_CALLS.filter(({ auth }) => auth === 'open').map(({ path }) => path);
    const O = '/jtr-jwqs-app/open/account/info';
    const A = '/uw-auth-center/auth';
    const specified = [
      ...[
        'registry',
        'login',
        'genCaptcha',
        'sendVerifyCode',
        'resetPassword',
        'getAllCountry',
        'resetPasswordCheck',
        'resetPasswordSend',
      ].map((name) => `${O}/${name}`),
      ...['login', 'checkCaptcha', 'genCaptcha', 'refreshToken'].map((name) => `${A}/${name}`),
      ...['saasOssSite', 'sysOssSite'].map((name) => `/saas-base-app/user/common/info/${name}`),
    ];
    expect(open).toEqual(expect.arrayContaining(specified));
    const own = open.filter((path) => !specified.includes(path) && path.startsWith('/'));
    expect(own.filter((path) => !/^\/(gate|desk)\//.test(path)).toSorted()).toEqual(
      [
        `${O}/publicKey`,
        `${O}/checkVerifyCode`,
        `${A}/genWork`,
        `${A}/checkWork`,
        '/jtr-jwqs-app/open/ticket/info/waiting',
        '/jtr-jwqs-app/open/feedback/save',
        '/jtr-jwqs-app/open/late/list',
        '/jtr-jwqs-app/open/late/load',
        '/jtr-jwqs-app/guest/notice/info/listSaasNotice',
        '/jtr-jwqs-app/guest/notice/info/loadSaasNotice',
      ].toSorted(),
    );
  });
});

describe('codes and numbers', () => {
  it('of a price name their unit in the API document', () => {
    const price = deskTickets.body.properties.tickets.items.properties.salePrice;
    expect(price).toMatchObject({ description: expect.stringMatching(/^Hundredths .* 220000 is 2,200\.$/) });
  });
  it('of a time of day reach from 00:00 to 23:59', () => {
    const { quiet } = savePush.body.properties;
    for (const time of ['00:00', '09:30', '23:59']) expect(Check(quiet, { from: time, to: time })).toBe(true);
    for (const time of ['24:00', '23:60', '9:30', ''])
      expect(Check(quiet, { from: time, to: time })).toBe(false);
  });
  it('of a station’s records are as specified', () => {
    expect(SITE_CODES).toEqual({ all: [31, 32, 34, 35, 36, 37, 38], in: [31, 35, 38], out: [32, 36, 38] });
  });
  it('of waiting are as specified', () => {
    expect(limits).toMatchObject({
      REQUEST_TIMEOUT_MS: 60_000,
      TOAST_MS: 1_500,
      PAGE_LOAD_DELAY_MS: 20_000,
      PAGE_LOAD_TIMEOUT_MS: 10_000,
      GEOLOCATION_TIMEOUT_MS: 100_000,
      MAPS_TIMEOUT_MS: 10_000,
      RESIZE_DEBOUNCE_MS: 50,
      INACTIVITY_MS: 7_200_000,
    });
  });
  it('of accounts are as specified', () => {
    expect(limits).toMatchObject({
      PASSWORD_LENGTH: { min: 8, max: 36 },
      VERIFY_CODE_SECONDS: 300,
      ENCRYPT_TRIES: 3,
      PASSWORD_UNCHANGED_DAYS_TO_DELETE: 14,
    });
  });
  it('of the app are as specified', () => {
    expect(limits).toMatchObject({
      SAAS_ID: 11950,
      CLIENT_VERSION: '1.5.10',
      IMAGE_ZOOM: { min: 1, max: 4 },
    });
  });
});
