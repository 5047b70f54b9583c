// Every wall time of the contract that callers send is a time that exists.
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { WALL_TIME } from '@kippu/contract/fields';
import { offeredLanguages } from '@kippu/contract/languages';
import { openGateApp, passage, type EnrolledGate, type GateFixture } from '../../../test/gate/gate.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';

let fixture: GateFixture;
let gate: EnrolledGate;
let manager: AskDesk;

beforeAll(async () => {
  fixture = await openGateApp();
  gate = await fixture.gate();
  manager = await staffAtDesk(fixture, 'manager');
});
afterAll(() => fixture.close());

/** An offset where summer time does not end, and a day that does not exist. */
const NO_TIMES = ['2026-12-10 02:30:00+09:00', '2026-02-30 10:00:00', '0999-12-31 10:00:00'];
const REAL_TIME = '2026-04-01 08:59:00';

const inEachLanguage = (words: string) =>
  Object.fromEntries(offeredLanguages().map((language) => [language, words]));
const notice = (times: Record<string, string>) =>
  manager('POST', 'notices', {
    from: '2026-04-01 09:00:00',
    until: '2026-04-24 23:59:59',
    level: 'important',
    once: true,
    tellAgain: false,
    title: inEachLanguage('Strike'),
    body: inEachLanguage('No trains.'),
    ...times,
  });
const read = (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
  fixture.app.inject({ method: 'GET', url: `/jtr-jwqs-app/guest/${path}`, query, headers });

type Answer = ReturnType<AskDesk>;
/** Sends a time as the input of this name. All other inputs are valid. */
const SEND: Readonly<Record<string, (time: string) => Answer>> = {
  'listSaasNotice.since': (since) => read('notice/info/listSaasNotice', { since }),
  'ticketTrainList.after': async (after) => {
    const who = await fixture.traveller(`t${crypto.randomUUID().slice(0, 8)}`);
    const ticketIds = await who.inUse('kansai-pass-2day');
    const ride = { ticketIds, date: '2026-04-01', from: 'kansai-airport', to: 'kyoto' };
    return read('seat/info/ticketTrainList', { ...ride, after }, { authorization: who.authorization() });
  },
  'gateState.since': (since) => gate.state({ since }),
  'deskCloseGate.countsUntil': async (countsUntil) =>
    manager('POST', 'gates/close', { gateId: (await fixture.gate('kansai-airport')).gateId, countsUntil }),
  'deskReplayWebhook.from': async (from) => {
    const sales = fixture.deps.db.selectFrom('partner').select('partner_id');
    const { partner_id: partnerId } = await sales.executeTakeFirstOrThrow();
    const terms = { partnerId, url: `https://shop.example/${crypto.randomUUID()}`, topics: [] };
    const added = await manager('POST', 'partners/webhooks/add', terms);
    const { endpointId } = added.json().data.webhook;
    const answer = await manager('POST', 'partners/webhooks/replay', { partnerId, endpointId, from });
    await manager('POST', 'partners/webhooks/switch', { partnerId, endpointId, act: 'close' });
    return answer;
  },
  'deskSaveNotice.from': (from) => notice({ from }),
  'deskSaveNotice.until': (until) => notice({ until }),
};

function wallTimesOf(schema: TSchema, path: string): string[] {
  const { format, properties, items, anyOf } = schema as {
    readonly format?: string;
    readonly properties?: Record<string, TSchema>;
    readonly items?: TSchema;
    readonly anyOf?: readonly TSchema[];
  };
  return [
    ...(format === WALL_TIME ? [path] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, each]) => wallTimesOf(each, `${path}.${name}`)),
    ...(items ? wallTimesOf(items, path) : []),
    ...(anyOf ?? []).flatMap((each) => wallTimesOf(each, path)),
  ];
}
const inputs = [
  ...new Set(
    ALL_CALLS.flatMap(({ name, query, body }) => [query, body].flatMap((part) => wallTimesOf(part, name))),
  ),
];

test('each wall time that callers send is in this test', () => {
  expect(inputs.toSorted()).toEqual(Object.keys(SEND).toSorted());
});

test.each(Object.entries(SEND))(
  '%s refuses a time that does not exist, and nothing else',
  async (name, send) => {
    for (const time of NO_TIMES) {
      const refused = await send(time);
      expect([refused.statusCode, refused.json().code], `${time}: ${refused.body}`).toEqual([
        400,
        'REQ-0001',
      ]);
      expect(refused.json().values).toEqual({ field: name.slice(name.indexOf('.') + 1) });
    }
    const taken = await send(name === 'deskSaveNotice.until' ? '2026-04-02 09:00:00' : REAL_TIME);
    expect(taken.statusCode, taken.body).toBe(200);
  },
);

test('a gate’s report of a time that does not exist is unreadable, and the others of the report are not', async () => {
  const ticketId = (await fixture.inUse('kansai-pass-2day'))[0] ?? '';
  const answer = await gate.reportNow([
    ...NO_TIMES.map((at) => passage(ticketId, { at })),
    passage(ticketId, { at: REAL_TIME }),
  ]);
  const unreadable = { verdict: 'refused', reason: 'unreadable' };
  expect(answer.json().data, answer.body).toMatchObject([
    ...NO_TIMES.map(() => unreadable),
    { verdict: expect.not.stringMatching('refused') },
  ]);
});
