// The list of calls against a literal list of what is owed: nothing missing, nothing twice, nothing unknown.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Check } from 'typebox/value';
import { bind } from './ticket.ts';
import { ticketTrainList } from './train.ts';
import { seatHold } from './seat-hold.ts';
import { ALL_CALLS } from './all-calls.ts';
import { ERROR_STATUS } from './errors.ts';
import { nameIn } from './fields.ts';

const G = '/jtr-jwqs-app/guest';
const O = '/jtr-jwqs-app/open/account/info';
const U = '/uw-auth-center';
const S = '/saas-base-app/user/common/info';
const OWED = [
  ...['publicKey', 'getAllCountry', 'genCaptcha'].map((p) => `GET ${O}/${p}`),
  ...['sendVerifyCode', 'registry', 'login', 'resetPasswordSend', 'resetPasswordCheck', 'resetPassword'].map(
    (p) => `POST ${O}/${p}`,
  ),
  `GET ${U}/auth/genCaptcha`,
  ...['checkCaptcha', 'login', 'refreshToken'].map((p) => `POST ${U}/auth/${p}`),
  `DELETE ${U}/user/logout`,
  `GET ${S}/saasOssSite`,
  `GET ${S}/sysOssSite`,
  `GET ${G}/member/info/load`,
  `PUT ${G}/member/info/updateInfo`,
  `PUT ${G}/member/info/changePassword`,
  `POST ${G}/member/info/logOffCheck`,
  `POST ${G}/member/info/logOff`,
  ...[
    'list',
    'load',
    'qrcode',
    'useResult',
    'history',
    'getNearbyStation',
    'getJRAndHarukaStation',
    'getAllPieceStation',
    'loadPrivatePieceInfo',
    'getPrivatePieceStation',
  ].map((p) => `GET ${G}/ticket/info/${p}`),
  ...['bind', 'use', 'transferTicket', 'start'].map((p) => `POST ${G}/ticket/info/${p}`),
  `DELETE ${G}/ticket/info/deleteUseFlag`,
  `PUT ${G}/ticket/info/usePrivateTicket`,
  ...['loadPlanInfo', 'ticketTrainList', 'seatMap', 'reserveList', 'loadChangeInfo'].map(
    (p) => `GET ${G}/seat/info/${p}`,
  ),
  ...['seatHold', 'seatRelease', 'seatSave', 'seatChange', 'seatCancel', 'loadReserveDetail'].map(
    (p) => `POST ${G}/seat/info/${p}`,
  ),
  `GET ${G}/notice/info/listSaasNotice`,
  `GET ${G}/notice/info/loadSaasNotice`,
  `POST ${G}/feedback/save`,
  'POST /gate/enrol',
  'GET /gate/state',
  'POST /gate/events',
  'POST /gate/decide',
  'POST /desk/tickets',
  'POST /desk/tickets/change',
  'GET /desk/ticket',
  'GET /desk/ticket/account',
  'GET /desk/find',
  'POST /desk/accounts/find',
  'GET /desk/accounts/tickets',
  'GET /desk/products',
  'POST /desk/gates',
  'GET /desk/gate-conflicts',
  'POST /desk/gate-conflicts/settle',
  'POST /desk/sign-in',
  'GET /desk/me',
  'POST /desk/sign-out',
  'PUT /desk/password',
  'GET /desk/feed',
  'POST /desk/feed/check',
  'POST /desk/feed',
  'POST /desk/feed/withdraw',
  'GET /desk/notices',
  'GET /desk/notice',
  'POST /desk/notices',
  'POST /desk/notices/withdraw',
  'GET /desk/feedback',
  'GET /desk/feedback/message',
  'GET /desk/feedback/picture',
  'GET /desk/feedback/writer',
  'POST /desk/feedback/handle',
  'GET /desk/stations',
  'GET /desk/gate-list',
  'POST /desk/gates/close',
  'GET /desk/gate-conflict',
  'GET /desk/occupancy',
  'GET /desk/departure',
  'GET /desk/staff',
  'POST /desk/staff',
  'POST /desk/staff/change',
  'POST /desk/staff/password',
  'POST /desk/staff/close',
  'POST /desk/staff/reopen',
  'GET /desk/record',
];

describe('the list of calls', () => {
  it('holds exactly the calls that are owed', () => {
    expect(ALL_CALLS.map((c) => `${c.method} ${c.path}`).toSorted()).toEqual(OWED.toSorted());
  });

  it('says of each call of the desk who may make it, and of no other', () => {
    for (const { name, auth, callers } of ALL_CALLS)
      expect(callers !== undefined && callers.length > 0, name).toBe(auth === 'desk');
  });

  it('looks into no schema: pages are built with a stand-in for them', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => /(?<!\.test)\.ts$/.test(file));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files)
      expect(readFileSync(join(import.meta.dirname, file), 'utf8'), file).not.toMatch(
        /\w\.(properties|items|anyOf)\b/,
      );
  });

  it('names each call once', () => {
    expect(new Set(ALL_CALLS.map((c) => c.name)).size).toBe(ALL_CALLS.length);
    expect(new Set(OWED).size).toBe(OWED.length);
  });

  it('refuses only with codes of the catalogue', () => {
    for (const call of ALL_CALLS)
      expect(
        call.refusals.filter((code) => !(code in ERROR_STATUS)),
        call.name,
      ).toEqual([]);
  });

  it('refuses unknown properties in every query and body', () => {
    for (const call of ALL_CALLS)
      for (const part of [call.query, call.body])
        expect((part as { additionalProperties?: unknown }).additionalProperties, call.name).toBe(false);
  });

  it('takes exactly one way to name a ticket, and exactly one way to choose seats', () => {
    expect(Check(bind.body, { voucherNo: 'V1' })).toBe(true);
    expect(Check(bind.body, {})).toBe(false);
    expect(Check(bind.body, { voucherNo: 'V1', redeemCode: 'R1' })).toBe(false);
    const hold = { departureId: 'd', from: 'a', to: 'b', ticketIds: ['t'] };
    expect(Check(seatHold.body, { ...hold, seats: ['4-12A'] })).toBe(true);
    expect(Check(seatHold.body, { ...hold, auto: { prefer: 'window' } })).toBe(true);
    expect(Check(seatHold.body, hold)).toBe(false);
    expect(Check(seatHold.body, { ...hold, seats: ['4-12A'], auto: { prefer: 'window' } })).toBe(false);
    expect(Check(seatHold.body, { ...hold, seats: ['4-12a'] })).toBe(false);
  });

  it('lets well-formed dates and id lists through, and nothing else', () => {
    const query = { ticketIds: 'a,b', date: '2028-02-29', from: 'x', to: 'y' };
    expect(Check(ticketTrainList.query, query)).toBe(true);
    for (const wrong of [
      { date: '2028-13-01' },
      { date: '2028-2-9' },
      { ticketIds: 'a,' },
      { ticketIds: 'a,b,c,d,e,f,g' },
      { from: '' },
      { to: 'y\u0000' },
      { after: '2028-02-29 24:00:00' },
    ])
      expect(Check(ticketTrainList.query, { ...query, ...wrong }), JSON.stringify(wrong)).toBe(false);
  });
});

describe('nameIn', () => {
  it('picks the language, whichever way Traditional Chinese is spelt, and falls back to Japanese', () => {
    const names = { productNameJp: '日', productNameTC: '繁', productNameKr: '' };
    expect(nameIn(names, 'productName', 'zh-TW')).toBe('繁');
    expect(nameIn(names, 'productName', 'ko')).toBe('日');
    expect(nameIn({}, 'productName', 'en')).toBe('');
  });
});
