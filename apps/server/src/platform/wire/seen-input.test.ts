// Every text of the contract that other people read is stored without invisible characters.
import { randomUUID } from 'node:crypto';
import { offeredLanguages } from '@kippu/contract/languages';
import { visitorFeedback } from '@kippu/contract/calls/traveller/feedback';
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { MEMBER, openAccountApp, type AccountFixture } from '../../../test/account.ts';
import { openGateApp, passage, type GateFixture } from '../../../test/gate/gate.ts';
import { staffAtDesk } from '../../../test/staff.ts';
import { orderOf, TRAIN_14 } from '../../../test/ticket/ticket.ts';
import { WHOLE_FEED } from '../gtfs/feed.ts';
import { readFeed } from '../gtfs/read/read-feed.ts';

let fixture: GateFixture;
let phone: AccountFixture;

beforeAll(async () => {
  fixture = await openGateApp();
  phone = await openAccountApp();
});
afterAll(async () => {
  await fixture.close();
  await phone.close();
});

/** Direction marks, a zero width and an annotation mark. */
const MARKS = '\u202E\u061C\u2066\u200F\u200B\uFFF9';
/** A gate's report may have a lone surrogate too; any other call refuses it (well-formed.test.ts). */
const HALF = '\uD800';
const marked = (words: string) => `${words.slice(0, 2)}${MARKS}${words.slice(2)}`;
const five = (words: string) => Object.fromEntries(offeredLanguages().map((each) => [each, marked(words)]));

/** The names of inputs that nobody else reads. */
const NOT_READ: readonly (readonly [reason: string, names: readonly string[]])[] = [
  [
    'an id of something that exists: any other value is refused or finds nothing',
    [
      ...[
        'ticketId',
        'ticketIds',
        'ticketNo',
        'recordId',
        'stationId',
        'counterId',
        'departureId',
        'from',
        'to',
      ],
      ...[
        'change',
        'reservationId',
        'holdId',
        'noticeId',
        'productId',
        'accountId',
        'feedbackId',
        'staffId',
        'mailId',
        'uploadId',
      ],
      ...[
        'gateId',
        'checked',
        'codeId',
        'skipped',
        'stop',
        'formation',
        'partnerId',
        'keyId',
        'endpointId',
        'messageId',
        'tripId',
      ],
    ],
  ],
  ['a number that a machine compares', ['version', 'eventId', 'nonce', 'products']],
  ['an email may contain no such character', ['email', 'emailRepeat', 'account', 'contact']],
  [
    'a secret or a code, compared and never shown',
    [
      ...['kid', 'captchaId', 'captchaPass', 'answer', 'work', 'verifyCode', 'resetTicket', 'refreshToken'],
      ...['link', 'voucherNo', 'redeemCode', 'poster', 'code', 'password', 'oldPassword', 'newPassword'],
    ],
  ],
  ['a search or a scan, which is not stored', ['q', 'by', 'subject']],
  ['of a device, read by nobody', ['loginType', 'loginAgent', 'deviceId']],
];
/** Scans and filters whose names are texts elsewhere. */
const NOT_STORED = [
  'gateDecide.text',
  'deskLookTakeIn.text',
  'deskFeedbackList.topic',
  'seatHold.auto.carClass',
  'deskTryTrainChange.change.platforms.platform',
  'deskTryTrainChange.change.words.*',
  'deskTryAddedTrain.cars.trainNo',
];
/** The texts that others read, which the next test sends. */
const READ = [
  ...['registry.fullname', 'registry.username', 'updateInfo.fullname', 'updateInfo.username'],
  ...['feedbackSave.topic', 'feedbackSave.text', 'deskHandleFeedback.note'],
  ...['deskTickets.orderId', 'deskTickets.issuer', 'deskTickets.seller', 'deskTickets.salesSite'],
  ...[
    'deskChangeTicket.reason',
    'deskSettleGateConflict.note',
    'deskSettleGateConflicts.note',
    'deskAddStaff.name',
    'deskChangeStaff.name',
  ],
  ...['gateEvents.events.reason', 'gateEvents.events.ticketNo', 'gateEvents.events.ticketId'],
  // Texts by language: the languages offered are stored, no others.
  ...['deskSaveNotice.title.*', 'deskSaveNotice.body.*', 'deskChangeTrain.change.words.*'],
  'deskChangeTrain.change.platforms.platform',
  ...['visitorFeedback.topic', 'visitorFeedback.text', 'deskReserveSeat.reason', 'deskCancelSeat.reason'],
  ...['deskAddPartner.name', 'deskChangePartner.name', 'deskAddWebhook.url', 'deskChangeWebhook.url'],
  // Sent by added-trains.test.ts, since it needs a timetable in the database.
  'deskChangeAddedTrain.cars.trainNo',
];

/** Lists the inputs of a schema that accept an invisible character. */
function textsOf(schema: TSchema, path: string): string[] {
  const {
    type,
    pattern,
    enum: values,
    properties,
    patternProperties,
    items,
    anyOf,
  } = schema as Record<string, unknown>;
  const own =
    type === 'string' &&
    !Array.isArray(values) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test('a\u202Eb'));
  return [
    ...(own ? [path] : []),
    ...Object.entries((properties ?? {}) as Record<string, TSchema>).flatMap(([name, each]) =>
      textsOf(each, `${path}.${name}`),
    ),
    ...Object.values((patternProperties ?? {}) as Record<string, TSchema>).flatMap((each) =>
      textsOf(each, `${path}.*`),
    ),
    ...(items ? textsOf(items as TSchema, path) : []),
    ...((anyOf ?? []) as TSchema[]).flatMap((each) => textsOf(each, path)),
  ];
}
const inputs = [
  ...new Set(
    ALL_CALLS.flatMap(({ name, query, body }) => [query, body].flatMap((part) => textsOf(part, name))),
  ),
];

test('each text of the contract is cleaned, or read by nobody else', () => {
  const notRead = new Set(NOT_READ.flatMap(([, names]) => names));
  const unknown = inputs.filter(
    (path) =>
      !READ.includes(path) &&
      !NOT_STORED.includes(path) &&
      !notRead.has(path.slice(path.lastIndexOf('.') + 1)),
  );
  expect(unknown).toEqual([]);
  expect([...READ, ...NOT_STORED].filter((path) => !inputs.includes(path))).toEqual([]);
});

/** Lists the columns of all tables that contain one of the marks. The embedded database replaces a lone surrogate. */
async function markedColumns({ db }: GateFixture['deps'] | AccountFixture['deps']): Promise<string[]> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c
    where c.table_schema = current_schema() and c.data_type in ('text', 'jsonb', 'json')`.execute(db);
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of rows) {
    // What is sent again for a retry has the form in which it was sent.
    const hits = await sql`select 1 from ${sql.table(table)}
      where ${sql.ref(column)}::text ~ ${'[\u202E\u061C\u2066\u200F\u200B\uFFF9\uFFFD]'} limit 1`.execute(db);
    if (hits.rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

test('no table holds a direction mark that anybody sent', async () => {
  const done = async (answer: Promise<{ statusCode: number; body: string; json: () => { data: never } }>) => {
    const { statusCode, body, json } = await answer;
    expect(statusCode, body).toBe(200);
    return json().data as Record<string, never>;
  };
  await phone.askCode();
  const names = { fullname: marked('Hanako Yamada'), username: marked('hanako') };
  const { token } = await done(phone.register(names));
  await done(phone.call('PUT', `${MEMBER}/updateInfo`, names, { token: String(token) }));
  expect(await markedColumns(phone.deps)).toEqual([]);

  const manager = await staffAtDesk(fixture, 'manager');
  const who = await fixture.traveller('taro');
  const order = orderOf('kansai-pass-2day');
  await done(
    fixture.desk({
      ...order,
      orderId: marked(order.orderId),
      ...{ issuer: marked('Kansai'), seller: marked('Shop'), salesSite: marked('site') },
    }),
  );
  const ticketId = await who.inUse('kansai-pass-2day');
  const { ticketNo } = await who.load(ticketId);
  const { ticketNo: seatedNo } = await who.load(await who.bound('kansai-pass-2day'));
  const headers = { authorization: who.authorization() };
  const payload = { topic: marked('gate'), text: marked('It refused me.') };
  const { feedbackId } = await done(
    fixture.app.inject({ method: 'POST', url: '/jtr-jwqs-app/guest/feedback/save', payload, headers }),
  );
  const message = await done(manager('GET', 'feedback/message', { feedbackId }));
  const note = marked('Wrote back.');
  const { version } = message;
  await done(manager('POST', 'feedback/handle', { feedbackId, version, handled: true, note }));

  const gate = await fixture.gate();
  const unknown = passage('', { reason: marked('no code') });
  const { ticketId: _, ...byNumber } = unknown;
  await done(
    gate.events([
      passage(ticketId, { code: 32, reason: marked('no code') + HALF }),
      { ...byNumber, eventId: 'by-number', ticketNo: marked('504700000000') + HALF },
      passage(marked('no-such-ticket') + HALF, { reason: marked('no code') }),
    ]),
  );
  const { items } = await done(manager('GET', 'gate-conflicts'));
  const [conflict, ...others] = items as unknown as { conflictId: string }[];
  await done(manager('POST', 'gate-conflicts/settle', { conflictId: conflict?.conflictId, note }));
  const conflictIds = others.map(({ conflictId }) => conflictId);
  await done(manager('POST', 'gate-conflicts/settle-many', { conflictIds, note }));
  const seen = { status: 'inUse' };
  await done(manager('POST', 'tickets/change', { ticketNo, action: 'suspend', reason: note, seen }));

  const person = { email: 'sato@operator.example', name: marked('Hanako Sato'), role: 'counter' };
  const { staff } = await done(manager('POST', 'staff', person));
  const { staffId, version: before } = staff as unknown as { staffId: string; version: string };
  const renamed = { staffId, version: before, name: marked('Hanako Suzuki'), role: 'counter' };
  await done(manager('POST', 'staff/change', renamed));
  const seatAct = async (call: string, body: object) => {
    const { version: state } = await done(manager('GET', 'ticket', { ticketNo: seatedNo }));
    const act = { ticketNo: seatedNo, seen: { version: state }, reason: note, ...body };
    return done(manager('POST', `tickets/${call}`, act));
  };
  const ride = { departureId: TRAIN_14.departureId, from: TRAIN_14.from, to: TRAIN_14.to, seat: '4-12A' };
  const { reservationId } = await seatAct('reserve-seat', ride);
  await seatAct('cancel-seat', { reservationId });

  const days = { from: '2026-04-01 09:00:00', until: '2026-04-24 23:59:59' };
  const notice = { ...days, level: 'important', once: true, tellAgain: false };
  const platforms = [{ stop: TRAIN_14.from, platform: marked('4a') }];
  const change = { platforms, words: five('Strike') };
  const { departureId } = TRAIN_14;
  await done(manager('POST', 'train-run', { departureId, version: '0', change }));
  const shop = { contact: 'sales@shop.example', sellsAll: true, products: [], seatsATrain: 20 };
  const partner = await done(manager('POST', 'partners', { ...shop, name: marked('Trip Shop') }));
  const { partnerId, version: first } = partner;
  const newName = { ...shop, name: marked('Trip Store'), partnerId, version: first };
  await done(manager('POST', 'partners/change', newName));
  const hooks = { partnerId, url: `https://shop.example/${marked('hooks')}`, topics: [] };
  const { webhook } = await done(manager('POST', 'partners/webhooks/add', hooks));
  const { endpointId } = webhook as unknown as { endpointId: string };
  await done(manager('POST', 'partners/webhooks/change', { ...hooks, endpointId }));
  const { method, path: url } = visitorFeedback;
  const visitor = { messageId: randomUUID(), email: 'mei@mail.example' };
  const question = { ...visitor, topic: marked('seats'), text: marked('Where do I sit?') };
  await done(fixture.app.inject({ method, url, payload: question }));
  await done(manager('POST', 'notices', { ...notice, title: five('Strike'), body: five('No trains.') }));
  expect(await markedColumns(fixture.deps)).toEqual([]);
});

test('a timetable’s names are read without invisible characters', async () => {
  const texts = { 'stops.txt': `stop_id,stop_name,stop_lat,stop_lon\n1,${marked('Kyoto')},35,135\n` };
  const { feed } = await readFeed({ texts }, { selection: WHOLE_FEED, today: '2026-04-01' });
  expect(feed?.stops[0]?.name.text).toBe('Kyoto');
});
