// Messages about received tickets, and about passages of others of the same order.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateApp, passage, type GateFixture } from '../../test/gate/gate.ts';
import { pushRunners, settingsFor, subscribePhone } from '../../test/push/push-scenario.ts';
import { PushService } from '../../test/push/push-service.ts';
import { codeOf, type TestUser } from '../../test/ticket/ticket.ts';
import { newPushSender, type PushSender } from '../platform/push/send-push.ts';

let service: PushService;
let fixture: GateFixture;
let sender: PushSender;
let hanako: TestUser;
let taro: TestUser;

beforeAll(async () => {
  service = await PushService.start();
  fixture = await openGateApp();
  sender = newPushSender({ ...fixture.deps, settings: settings(), contact: 'mailto:help@railway.example' });
});
afterAll(async () => {
  sender.close();
  await service.stop();
  await fixture.close();
});
beforeEach(async () => {
  await fixture.reset();
  service.got.length = 0;
  hanako = await fixture.traveller('hanako');
  taro = await fixture.traveller('taro');
});

// Without an entry for it, the service is one of this machine.
const settings = () => settingsFor(fixture.deps, []);
const deliver = async () => {
  const runners = pushRunners(fixture.deps, {
    timetable: fixture.deps.timetable,
    settings: settings(),
    sender,
  });
  for (const runner of runners) await runner.drain();
};
const messages = () =>
  service.got.map(({ path, message: { title, body, path: opens } }) => ({ path, title, body, opens }));
/** Two tickets of one order, of hanako and of taro, in use. */
async function party(count = 2): Promise<string[]> {
  const issued = await fixture.issue('kansai-pass-2day', count);
  const ids = issued.map(({ ticketId }) => ticketId);
  for (const [at, who] of [hanako, taro].entries()) {
    await fixture.deps.db
      .updateTable('ticket')
      .set({ account_id: who.accountId, status: 'inUse' })
      .where('ticket_id', '=', ids[at] ?? '')
      .execute();
  }
  return ids;
}

test('the receiver of a ticket is notified, and the message opens it', async () => {
  await subscribePhone(fixture.deps, service, taro.accountId);
  await subscribePhone(fixture.deps, service, hanako.accountId);
  const ticketId = await hanako.bound('museum-eticket');
  expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
  await deliver();
  expect(messages()).toEqual([
    {
      path: `/push/${taro.accountId}`,
      title: 'You received a ticket',
      body: expect.stringMatching(/ is among your tickets now\. Open the app to see it\.$/),
      opens: `/packages/ticket/detail?ticketId=${ticketId}`,
    },
  ]);
});

test('no message is sent of a ticket that its receiver has given on meanwhile', async () => {
  await subscribePhone(fixture.deps, service, taro.accountId);
  const ticketId = await hanako.bound('museum-eticket');
  await hanako.transfer(ticketId, taro.email);
  await taro.transfer(ticketId, hanako.email);
  await deliver();
  expect(messages()).toEqual([]);
});

test('the others of the order are notified of a passage, without a name; its traveller is not', async () => {
  const [mine = ''] = await party();
  const stranger = await fixture.traveller('jiro');
  for (const { accountId } of [hanako, taro, stranger])
    await subscribePhone(fixture.deps, service, accountId);
  const gate = await fixture.gate('kyoto');
  const event = passage(mine);
  await gate.events([event]);
  await deliver();
  expect(messages()).toEqual([
    {
      path: `/push/${taro.accountId}`,
      title: 'Somebody in your group went in',
      body: 'They passed the gate at Kyoto at 09:30. There is nothing you need to do.',
      opens: '/',
    },
  ]);
  // The gate did not get the answer.
  await gate.events([event]);
  await deliver();
  expect(messages()).toHaveLength(1);
});

test('nobody is notified of a passage that a gate reports late, or of one of a tour', async () => {
  const [late = ''] = await party();
  await subscribePhone(fixture.deps, service, taro.accountId);
  const gate = await fixture.gate('kyoto');
  fixture.deps.advance(45 * 60_000);
  await gate.events([passage(late)]);
  const [tour = ''] = await party(13);
  await gate.events([passage(tour, { at: '2026-04-01 09:45:00' })]);
  await deliver();
  expect(messages()).toEqual([]);
});

test('nobody is notified of a passage in quiet hours', async () => {
  const [mine = ''] = await party();
  await subscribePhone(fixture.deps, service, taro.accountId, { quiet: { from: '09:00', to: '10:00' } });
  await (await fixture.gate('kyoto')).events([passage(mine)]);
  await deliver();
  expect(messages()).toEqual([]);
});
