// Compares the list of calls with a literal list: nothing missing, nothing twice, nothing unknown.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Check } from 'typebox/value';
import { bind } from './traveller/ticket.ts';
import { ticketTrainList } from './traveller/train.ts';
import { seatHold } from './traveller/seat-hold.ts';
import { ALL_CALLS } from './all-calls.ts';
import type { Call } from '../call.ts';
import type { Route } from '../route.ts';
import { PUBLIC_FIELDS, requestOf } from '../call-request.ts';
import { ERROR_STATUS } from '../errors.ts';
import { nameIn } from '../names.ts';

const G = '/jtr-jwqs-app/guest';
const O = '/jtr-jwqs-app/open/account/info';
const U = '/uw-auth-center';
const S = '/saas-base-app/user/common/info';
const EXPECTED_CALLS = [
  ...['publicKey', 'getAllCountry', 'genCaptcha'].map((p) => `GET ${O}/${p}`),
  ...[
    'sendVerifyCode',
    'checkVerifyCode',
    'registry',
    'login',
    'resetPasswordSend',
    'resetPasswordCheck',
    'resetPassword',
  ].map((p) => `POST ${O}/${p}`),
  ...['genCaptcha', 'genWork'].map((p) => `GET ${U}/auth/${p}`),
  ...['checkCaptcha', 'checkWork', 'login', 'refreshToken'].map((p) => `POST ${U}/auth/${p}`),
  'POST /jtr-jwqs-app/open/ticket/info/waiting',
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
    'purchase',
    'qrcode',
    'useResult',
    'history',
    'getNearbyStation',
    'getJRAndHarukaStation',
    'getAllPieceStation',
    'loadPrivatePieceInfo',
    'getPrivatePieceStation',
  ].map((p) => `GET ${G}/ticket/info/${p}`),
  ...[
    'bind',
    'use',
    'useTickets',
    'transferTicket',
    'transferTickets',
    'sendLink',
    'callBackLink',
    'start',
  ].map((p) => `POST ${G}/ticket/info/${p}`),
  `DELETE ${G}/ticket/info/deleteUseFlag`,
  `PUT ${G}/ticket/info/usePrivateTicket`,
  ...[
    'loadPlanInfo',
    'ticketTrainList',
    'journeyAlerts',
    'seatMap',
    'reserveList',
    'loadChangeInfo',
    'live',
  ].map((p) => `GET ${G}/seat/info/${p}`),
  ...['seatHold', 'seatRelease', 'seatSave', 'seatChange', 'seatCancel', 'loadReserveDetail'].map(
    (p) => `POST ${G}/seat/info/${p}`,
  ),
  'GET /jtr-jwqs-app/open/late/list',
  'GET /jtr-jwqs-app/open/late/load',
  `GET ${G}/notice/info/listSaasNotice`,
  `GET ${G}/notice/info/loadSaasNotice`,
  `GET ${G}/push/info`,
  ...['save', 'stop'].map((p) => `POST ${G}/push/${p}`),
  `POST ${G}/feedback/save`,
  'POST /jtr-jwqs-app/open/feedback/save',
  'POST /gate/enrol',
  'GET /gate/state',
  'POST /gate/events',
  'POST /gate/decide',
  'GET /gate/trains',
  'GET /gate/seats',
  'POST /desk/tickets',
  'POST /desk/tickets/change',
  'GET /desk/counters',
  'POST /desk/take-in/look',
  'POST /desk/take-in',
  'GET /desk/ticket',
  'GET /desk/ticket/account',
  'GET /desk/home',
  'GET /desk/find',
  'GET /desk/tickets/seat-choice',
  'POST /desk/tickets/reserve-seat',
  'POST /desk/tickets/cancel-seat',
  'POST /desk/accounts/find',
  'GET /desk/accounts/tickets',
  ...['end-session', 'suspend', 'resume'].map((act) => `POST /desk/accounts/${act}`),
  'GET /desk/products',
  'POST /desk/gates',
  'GET /desk/gate-conflicts',
  'POST /desk/gate-conflicts/settle',
  'POST /desk/gate-conflicts/settle-many',
  'POST /desk/sign-in',
  'GET /desk/me',
  'POST /desk/sign-out',
  'PUT /desk/password',
  'GET /desk/feed',
  'POST /desk/feed/upload',
  'GET /desk/feed/upload',
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
  'GET /desk/gate-codes',
  'POST /desk/gate-codes/withdraw',
  'GET /desk/gate-conflict',
  'GET /desk/occupancy',
  'GET /desk/departure',
  'GET /desk/seat-refunds',
  'GET /desk/train-run',
  'GET /desk/train-run/history',
  'POST /desk/train-run/try',
  'POST /desk/train-run',
  'POST /desk/added-train/try',
  'POST /desk/added-train',
  'GET /desk/held-cuts',
  'POST /desk/held-cuts/allow',
  'POST /desk/held-cuts/keep',
  'GET /desk/staff',
  'POST /desk/staff',
  'POST /desk/staff/change',
  'POST /desk/staff/password',
  'POST /desk/staff/close',
  'POST /desk/staff/reopen',
  'GET /desk/record',
  'GET /desk/partners',
  'POST /desk/partners',
  'POST /desk/partners/change',
  'POST /desk/partners/close',
  'POST /desk/partners/key',
  'POST /desk/partners/key/close',
  'GET /desk/partners/reconciliation',
  'GET /desk/partners/reconciliation/entries',
  'POST /desk/partners/reconciliation/close',
  'GET /desk/partners/webhooks',
  'POST /desk/partners/webhooks/add',
  'POST /desk/partners/webhooks/change',
  'POST /desk/partners/webhooks/switch',
  'POST /desk/partners/webhooks/secret',
  'POST /desk/partners/webhooks/test',
  'POST /desk/partners/webhooks/replay',
  'GET /desk/failed-sign-ins',
  'GET /desk/mails',
  'POST /desk/mails/send-again',
  'POST /desk/mails/drop',
];

describe('the list of calls', () => {
  it('holds exactly the specified calls', () => {
    expect(ALL_CALLS.map((c) => `${c.method} ${c.path}`).toSorted()).toEqual(EXPECTED_CALLS.toSorted());
  });

  it('names the roles of each desk call, and of no other call', () => {
    for (const { name, auth, callers } of ALL_CALLS)
      expect(callers !== undefined && callers.length > 0, name).toBe(auth === 'desk');
  });

  it('names the scope of a key for each call of sales systems, and for no other', () => {
    const scopes = ALL_CALLS.flatMap(({ name, scope }) => (scope === undefined ? [] : [[name, scope]]));
    expect(Object.fromEntries(scopes)).toEqual({
      deskTickets: 'sell',
      deskChangeTicket: 'refund',
      deskTicket: 'read',
      deskProducts: 'read',
    });
    const ofSales = ALL_CALLS.filter(({ callers = [] }) => callers.includes('sales'));
    expect(ofSales.map(({ name }) => name).toSorted()).toEqual(scopes.map(([name]) => name).toSorted());
  });

  it('starts a session only by the documented calls', () => {
    const withToken = ALL_CALLS.filter(({ data }) => JSON.stringify(data).includes('"token"'));
    expect(withToken.map(({ name }) => name).toSorted()).toEqual(
      ['authLogin', 'deskChangePassword', 'deskSignIn', 'login', 'refreshToken', 'registry'].toSorted(),
    );
  });

  it('asks for no hint and no secret question at sign-up, login and reset', () => {
    const fields = ALL_CALLS.filter(({ name }) =>
      /^(registry|login|authLogin|resetPassword)/.test(name),
    ).flatMap(({ body }) => Object.keys((body as { properties?: object }).properties ?? {}));
    expect([...new Set(fields)].toSorted()).toEqual(
      [
        'account',
        'captchaPass',
        'country',
        'deviceId',
        'email',
        'emailRepeat',
        'fullname',
        'language',
        'loginAgent',
        'loginType',
        'password',
        'passwordRepeat',
        'privacyAccepted',
        'resetTicket',
        'saasId',
        'termsAccepted',
        'username',
        'verifyCode',
      ].toSorted(),
    );
  });

  it('holds the call of every route', async () => {
    const folder = join(import.meta.dirname, '../routes');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const modules = await Promise.all(
      files.map(async (file) => Object.values<Route>(await import(join(folder, file)))),
    );
    expect(
      modules
        .flat()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(ALL_CALLS.map(({ name }) => name).toSorted());
  });

  it('names each call once', () => {
    expect(new Set(ALL_CALLS.map((c) => c.name)).size).toBe(ALL_CALLS.length);
    expect(new Set(EXPECTED_CALLS).size).toBe(EXPECTED_CALLS.length);
  });

  it('refuses only with known error codes', () => {
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

  it('accepts exactly one way to name a ticket, and exactly one way to choose seats', () => {
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

  it('accepts only well-formed dates and id lists', () => {
    const query = { ticketIds: 'a,b', date: '2028-02-29', from: 'x', to: 'y' };
    expect(Check(ticketTrainList.query, query)).toBe(true);
    for (const wrong of [
      { date: '2028-13-01' },
      { date: '2028-2-9' },
      { ticketIds: 'a,' },
      { ticketIds: 'a,b,c,d,e,f,g,h,i,j,k,l,m' },
      { from: '' },
      { to: 'y\u0000' },
      { after: '2028-02-29 24:00:00' },
    ])
      expect(Check(ticketTrainList.query, { ...query, ...wrong }), JSON.stringify(wrong)).toBe(false);
  });
});

describe('the address of a call', () => {
  const fieldsOf = ({ query }: Call) => Object.keys((query as { properties?: object }).properties ?? {});
  /** Lists that hold nothing of travellers: their cursors identify nobody. */
  const IMPERSONAL = [
    'deskNotices',
    'deskStaffList',
    'deskGateList',
    'deskGateCodes',
    'deskFeedbackList',
    'deskReconciliationEntries',
  ];
  const isPrivate = (call: Call) =>
    fieldsOf(call).some(
      (field) => !PUBLIC_FIELDS.includes(field) || (field === 'cursor' && !IMPERSONAL.includes(call.name)),
    );

  it('holds nothing that identifies a person or grants access', () => {
    for (const call of ALL_CALLS) expect(call.privateQuery ?? false, call.name).toBe(isPrivate(call));
    // A proxy must never log these.
    for (const field of [
      'refreshToken',
      'ticketId',
      'ticketIds',
      'ticketNo',
      'voucherNo',
      'redeemCode',
      'link',
    ])
      expect(PUBLIC_FIELDS).not.toContain(field);
    for (const field of ['deviceKey', 'recordId', 'reservationId', 'change', 'accountId', 'email', 'to', 'q'])
      expect(PUBLIC_FIELDS).not.toContain(field);
    for (const field of ['lat', 'lon', 'accuracy', 'subject', 'by', 'feedbackId', 'conflictId'])
      expect(PUBLIC_FIELDS).not.toContain(field);
  });

  it('has a path without parameters', () => {
    for (const { path } of ALL_CALLS) expect(path).toMatch(/^[\w/-]+$/);
  });

  it.each(ALL_CALLS.map((call) => [call.name, call] as const))('%s is sent that way', (_, call) => {
    const query = Object.fromEntries(fieldsOf(call).map((field) => [field, `secret of ${field}`]));
    const asked = requestOf(call, { query, body: { own: 'body', left: undefined } });
    const url = new URL(asked.url, 'http://localhost');
    expect(url.pathname).toBe(call.path);
    expect([...url.searchParams.keys()].filter((field) => !PUBLIC_FIELDS.includes(field))).toEqual([]);
    if (!call.privateQuery) {
      expect(Object.fromEntries(url.searchParams)).toEqual(query);
      expect(asked.method).toBe(call.method);
      return;
    }
    expect(url.search).toBe('');
    expect(asked.method).toBe(call.method === 'PUT' ? 'PUT' : 'POST');
    expect(JSON.parse(asked.body ?? '')).toEqual({ ...query, own: 'body' });
  });

  it('is used by one POST call only', () => {
    const posted = ALL_CALLS.filter(({ method, privateQuery }) => method === 'POST' || privateQuery);
    expect(new Set(posted.map(({ path }) => path)).size).toBe(posted.length);
  });

  it('leaves no private query field with the name of a body field', () => {
    for (const call of ALL_CALLS.filter(({ privateQuery }) => privateQuery)) {
      const inBody = Object.keys((call.body as { properties?: object }).properties ?? {});
      expect(
        inBody.filter((field) => fieldsOf(call).includes(field)),
        call.name,
      ).toEqual([]);
    }
  });
});

describe('nameIn', () => {
  it('picks the language, with either suffix of Traditional Chinese, and falls back to Japanese', () => {
    const names = { productNameJp: '日', productNameTC: '繁', productNameKr: '' };
    expect(nameIn(names, 'productName', 'zh-TW')).toBe('繁');
    expect(nameIn(names, 'productName', 'ko')).toBe('日');
    expect(nameIn({}, 'productName', 'en')).toBe('');
  });
});
