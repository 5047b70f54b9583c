// Each view of travellers' tickets at the desk leaves a row in the record. So does a refusal that reveals a state.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { openGateApp, passage, type GateFixture } from '../../../test/gate/gate.ts';
import { emailOf, staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { TRAIN_14 } from '../../../test/ticket/ticket.ts';

let fixture: GateFixture;
let manager: AskDesk;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  manager = await staffAtDesk(fixture, 'manager');
});

/** The reads that show nothing of travellers, and why. */
const SHOWS_NOTHING: Readonly<Record<string, string>> = {
  deskMe: 'the caller alone',
  deskHome: 'counts alone',
  deskCounters: 'the operator’s counters',
  deskProducts: 'the operator’s products',
  deskStations: 'the operator’s stations',
  deskGateList: 'the gates, without passages',
  deskGateCodes: 'codes of gates, which are not shown',
  deskNotices: 'what travellers read',
  deskNotice: 'what travellers read',
  deskOccupancy: 'numbers of seats, without tickets',
  deskTrainRun: 'a train, without its travellers',
  deskTrainHistory: 'what staff and feeds said of a train',
  deskHeldCuts: 'counts alone',
  deskFeed: 'the timetable',
  deskUploadedFeed: 'a timetable that the caller sent',
  deskStaffList: 'staff alone',
  deskFailedSignIns: 'staff alone',
  deskPartners: 'partners and their keys alone',
  deskWebhooks: 'endpoints of partners alone',
  deskReconciliation: 'sums alone',
  deskRecord: 'what staff did, without what they saw',
};

const rows = async () => {
  const chosen = fixture.deps.db
    .selectFrom('staff_action')
    .select(['call', 'subject', 'refusal', 'actor_name', 'actor_email']);
  return chosen.orderBy('action_id').execute();
};
const recorded = async () => (await rows()).map(({ call, subject }) => `${call} ${subject}`).slice(1);

test('every read of the contract is recorded, or shows nothing of travellers', async () => {
  const who = await fixture.traveller('hanako');
  const ticketId = await who.inUse('kansai-pass-2day');
  const { ticketNo } = await who.load(ticketId);
  const png = sharp({ create: { width: 4, height: 3, channels: 3, background: '#08f' } }).png();
  const screenshot = `data:image/png;base64,${(await png.toBuffer()).toString('base64')}`;
  const sent = await fixture.app.inject({
    method: 'POST',
    url: '/jtr-jwqs-app/guest/feedback/save',
    payload: { topic: 'gate', text: 'It refused me.', screenshot },
    headers: { authorization: who.authorization() },
  });
  const { feedbackId } = sent.json().data;
  const gate = await fixture.gate();
  await gate.events([passage(ticketId, { code: 32 })]);
  const [conflict] = (await manager('GET', 'gate-conflicts')).json().data.items;
  const { departureId } = TRAIN_14;
  const { accountId } = who;
  const sales = fixture.deps.db.selectFrom('partner').select('partner_id');
  const { partner_id: partnerId } = await sales.executeTakeFirstOrThrow();
  const queries: Readonly<Record<string, Record<string, string>>> = {
    deskTicket: { ticketNo },
    deskTicketAccount: { ticketNo },
    deskSeatChoice: { ticketNo },
    deskFind: { q: ticketNo },
    deskAccountTickets: { accountId },
    deskGateConflict: { conflictId: conflict.conflictId },
    deskFeedback: { feedbackId },
    deskFeedbackPicture: { feedbackId },
    deskFeedbackWriter: { feedbackId },
    deskDeparture: { departureId },
    deskTrainRun: { departureId },
    deskTrainHistory: { departureId },
    deskOccupancy: { date: '2026-04-01' },
    deskWebhooks: { partnerId },
    deskReconciliation: { partnerId, month: '2026-04' },
    deskReconciliationEntries: { partnerId, day: '2026-04-01' },
  };
  const reads = ALL_CALLS.filter(({ auth, method }) => auth === 'desk' && method === 'GET');
  const done: string[] = [];
  for (const { name, path } of reads) {
    // These need something that staff wrote or sent.
    if (name === 'deskNotice' || name === 'deskUploadedFeed') continue;
    const answer = await manager('GET', path.slice('/desk/'.length), queries[name] ?? {});
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(200);
    done.push(name);
  }
  const calls = new Set((await rows()).map(({ call }) => call));
  expect(done.filter((name) => !calls.has(name) && !(name in SHOWS_NOTHING))).toEqual([]);
  expect(Object.keys(SHOWS_NOTHING).filter((name) => calls.has(name))).toEqual([]);
  expect(Object.keys(SHOWS_NOTHING).filter((name) => !reads.some((call) => call.name === name))).toEqual([]);
  expect(await recorded()).toEqual(
    expect.arrayContaining([
      `deskTicket ${ticketNo}`,
      `deskGateConflicts all`,
      `deskGateConflict ${ticketNo}`,
      `deskDeparture ${departureId}`,
      `deskFeedbackList all`,
    ]),
  );
});

test('a list is recorded with its filter and page, once in five minutes; each write is a row', async () => {
  const { deps } = fixture;
  await manager('GET', 'gate-conflicts', { state: 'open', stationId: 'kyoto' });
  await manager('GET', 'gate-conflicts', { state: 'open', stationId: 'kyoto', cursor: 'o17' });
  await manager('GET', 'feedback', { withTicket: 'true', topic: 'ga\u202Ete' });
  deps.advance(5 * 60_000);
  await manager('GET', 'gate-conflicts', { state: 'open', stationId: 'kyoto' });
  deps.advance(1);
  await manager('GET', 'gate-conflicts', { state: 'open', stationId: 'kyoto' });
  const counter = await staffAtDesk(fixture, 'counter');
  await counter('GET', 'gate-conflicts', { state: 'open', stationId: 'kyoto' });
  expect(await recorded()).toEqual([
    'deskGateConflicts state=open stationId=kyoto',
    'deskGateConflicts cursor=o17 state=open stationId=kyoto',
    'deskFeedbackList topic=gate withTicket=true',
    'deskGateConflicts state=open stationId=kyoto',
    'deskSignIn null',
    'deskGateConflicts state=open stationId=kyoto',
  ]);
});

test('a refusal that tells a ticket’s status is recorded with its code, and one that tells nothing is not', async () => {
  const who = await fixture.traveller('hanako');
  const ticketId = await who.inUse('kansai-pass-2day');
  const { ticketNo } = await who.load(ticketId);
  const change = (body: object) =>
    manager('POST', 'tickets/change', { action: 'resume', reason: 'why', seen: { status: 'used' }, ...body });
  const code = async (answer: ReturnType<AskDesk>) => (await answer).json().code;
  expect(await code(change({ ticketNo }))).toBe('TKT-0006');
  expect(await code(change({ ticketNo }))).toBe('TKT-0006');
  expect(await code(change({ ticketNo, action: 'suspend' }))).toBe('DESK-0001');
  expect(await code(change({ ticketNo: 'no\u202Ene' }))).toBe('REQ-0005');
  expect(await code(change({ ticketNo, reason: ' ' }))).toBe('REQ-0001');
  expect((await rows()).slice(2)).toMatchObject([
    { call: 'deskChangeTicket', subject: ticketNo, refusal: 'TKT-0006', actor_name: 'Test manager' },
    { call: 'deskChangeTicket', subject: ticketNo, refusal: 'DESK-0001', actor_email: emailOf('manager') },
  ]);
  const { items } = (await manager('GET', 'record', { subject: ticketNo })).json().data;
  expect(items[0]).toMatchObject({
    call: 'deskChangeTicket',
    refusal: 'DESK-0001',
    staff: { name: 'Test manager', email: emailOf('manager') },
  });
});

/** What the record finds for a subject. */
async function recordOf(subject: string): Promise<string[]> {
  const { items } = (await manager('GET', 'record', { subject })).json().data;
  return items.map((item: Record<string, string>) => `${item['call']} ${item['subject']}`);
}

test('the record of a ticket has every act and view of it, also those that named it otherwise', async () => {
  const who = await fixture.traveller('hanako');
  const ticketId = await who.inUse('kansai-pass-2day');
  const { ticketNo, orderId } = await who.load(ticketId);
  const other = await who.load(await who.inUse('city-day-qr'));
  const change = (action: string, status: string) =>
    manager('POST', 'tickets/change', { ticketId, action, reason: 'why', seen: { status } });
  await manager('GET', 'gate-conflicts', { ticketId });
  expect((await change('suspend', 'inUse')).statusCode).toBe(200);
  expect((await change('suspend', 'suspended')).json().code).toBe('TKT-0007');
  const gate = await fixture.gate();
  await gate.events([passage(ticketId, { code: 32 })]);
  const [{ conflictId }] = (await manager('GET', 'gate-conflicts', { ticketId })).json().data.items;
  await manager('POST', 'gate-conflicts/settle', { conflictId, note: 'Seen.' });
  expect(await recordOf(ticketNo)).toEqual([
    `deskSettleGateConflict ${conflictId}`,
    `deskGateConflicts ${ticketNo}`,
    `deskChangeTicket ${ticketId}`,
    `deskChangeTicket ${ticketNo}`,
    `deskGateConflicts ${ticketId}`,
    `deskTickets ${orderId}`,
  ]);
  expect(await recordOf(other.ticketNo)).toEqual([`deskTickets ${other.orderId}`]);
});

test('the record of a ticket has who saw it among others: in its order, and in its account', async () => {
  const [hanako, taro] = [await fixture.traveller('hanako'), await fixture.traveller('taro')];
  const [ticket] = await fixture.issue('city-day-qr', 2);
  await hanako.post('bind', { link: ticket?.orderLink });
  const { ticketNo, orderId } = await hanako.load(ticket?.ticketId ?? '');
  const other = await taro.load(await taro.bound('city-day-qr'));
  for (const q of [orderId, other.orderId]) await manager('GET', 'find', { q });
  for (const { email } of [hanako, taro]) await manager('POST', 'accounts/find', { email });
  await manager('GET', 'accounts/tickets', { accountId: hanako.accountId });
  expect(await recordOf(ticketNo)).toEqual([
    `deskAccountTickets ${hanako.accountId}`,
    `deskFindAccount ${hanako.accountId}`,
    `deskFind ${orderId}`,
    `deskTickets ${orderId}`,
  ]);
  expect(await recordOf(other.ticketNo)).toEqual([
    `deskFindAccount ${taro.accountId}`,
    `deskFind ${other.ticketNo}`,
    `deskTickets ${other.orderId}`,
  ]);
});
