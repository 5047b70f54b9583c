// A passage is proved by the phone's moment. A person with a gate but no phone invents none that counts.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GateConflict } from '@kippu/contract/calls/desk/issue';
import type { GateEvent } from '@kippu/contract/calls/gate/gate';
import { signCertificate } from '@kippu/ticket-code/certificate/certificate';
import { momentBytesOf } from '@kippu/ticket-code/code/text';
import type { Direction } from '@kippu/ticket-code/code/moment';
import { CERTIFICATE } from '@kippu/ticket-code/test/vectors';
import {
  codeShown,
  newPhone,
  openGateApp,
  passage,
  verdictsOf,
  type GateFixture,
} from '../../test/gate/gate.ts';
import { managerHeaders } from '../../test/staff.ts';

const MINUTE_MS = 60_000;
let fixture: GateFixture;
let ticketId = '';

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
});

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
/** Tokyo wall time of epoch milliseconds. */
const wall = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** A phone with the ticket: reads of its code by a gate, at a time (epoch milliseconds). */
async function phoneOf(id: string) {
  const phone = await newPhone();
  const { kid, sign } = fixture.deps.issuerKeys;
  const issuedAt = Math.floor(fixture.deps.clock() / 1000);
  const phoneKey = new Uint8Array(Buffer.from(phone.deviceKey, 'base64url'));
  const bytes = await signCertificate(
    { ...CERTIFICATE, ticketId: id, phoneKey, issuedAt, expiresAt: issuedAt + 80_000 },
    kid,
    sign,
  );
  const shown = async (at: number, direction: Direction = 'in'): Promise<GateEvent> => ({
    eventId: crypto.randomUUID(),
    ticketId: id,
    code: direction === 'in' ? 31 : 32,
    at: wall(at),
    certificate: base64url(bytes),
    moment: base64url(momentBytesOf(await codeShown(bytes, phone, at, direction)) ?? bytes),
  });
  return { shown };
}
const without = ({ moment: _moment, ...event }: GateEvent): GateEvent => ({
  ...event,
  eventId: crypto.randomUUID(),
});
const proofs = async (): Promise<Record<string, string>> => {
  const headers = await managerHeaders(fixture.deps);
  const { items } = (await fixture.app.inject({ url: '/desk/gate-conflicts', headers })).json().data as {
    items: GateConflict[];
  };
  return Object.fromEntries(items.map(({ eventId, proof }) => [eventId, proof]));
};

test('a proved passage counts, and the moment is kept as evidence', async () => {
  const gate = await fixture.gate();
  const { shown } = await phoneOf(ticketId);
  const entry = await shown(fixture.deps.clock() + MINUTE_MS);
  expect(await verdictsOf(gate.events([entry]))).toEqual(['accepted']);
  const rows = await fixture.deps.db.selectFrom('gate_event').select(['moment', 'ticket_id']).execute();
  expect(rows).toEqual([{ moment: entry.moment, ticket_id: ticketId }]);
});

test('a thief of a gate invents no passage from a code that the gate has read', async () => {
  const gate = await fixture.gate();
  const { shown } = await phoneOf(ticketId);
  const start = fixture.deps.clock();
  const entry = await shown(start + MINUTE_MS);
  await gate.events([entry]);
  const invented = (change: Partial<GateEvent>) => ({
    ...entry,
    eventId: crypto.randomUUID(),
    at: wall(start + 10 * MINUTE_MS),
    ...change,
  });
  const exit = { code: 32 as const };
  expect(
    await verdictsOf(
      gate.events([
        without(invented(exit)),
        invented(exit),
        invented({}),
        invented({ ...exit, at: entry.at }),
        invented({ certificate: '', reason: 'phone' }),
      ]),
    ),
  ).toEqual(['noMoment', 'forged', 'forged', 'forged', 'forged']);
  expect(await fixture.passages(ticketId)).toEqual([31]);
  expect(new Set(Object.values(await proofs()))).toEqual(new Set(['certificate', 'hand']));
});

test('an older gate goes on working, and the desk sees that only the certificate proves its passage', async () => {
  const [old, other] = [await fixture.gate('kyoto'), await fixture.gate('kansai-airport')];
  const { shown } = await phoneOf(ticketId);
  const start = fixture.deps.clock();
  const [first, second] = [without(await shown(start + MINUTE_MS)), await shown(start + 40 * MINUTE_MS)];
  expect(await verdictsOf(old.events([first]))).toEqual(['accepted']);
  const third = without(await shown(start + 50 * MINUTE_MS));
  expect(await verdictsOf(other.events([second]))).toEqual(['sameDirection']);
  expect(await verdictsOf(old.events([third]))).toEqual(['sameDirection']);
  expect(await proofs()).toEqual({ [second.eventId]: 'phone', [third.eventId]: 'certificate' });
});

test('what a gate stored before its update counts without a moment, and staff still pass people by hand', async () => {
  const gate = await fixture.gate();
  const { shown } = await phoneOf(ticketId);
  const start = fixture.deps.clock();
  const entry = without(await shown(start + MINUTE_MS));
  const exit = await shown(start + 20 * MINUTE_MS, 'out');
  const hand = passage(ticketId, { at: wall(start + 40 * MINUTE_MS) });
  expect(await verdictsOf(gate.events([exit]))).toEqual(['noEntry']);
  expect(await verdictsOf(gate.events([entry, hand]))).toEqual(['accepted', 'accepted']);
  expect(await fixture.passages(ticketId)).toEqual([31, 32, 31]);
});

test('a moment in another form is refused with its report', async () => {
  const gate = await fixture.gate();
  const { shown } = await phoneOf(ticketId);
  const entry = await shown(fixture.deps.clock() + MINUTE_MS);
  for (const moment of ['', entry.moment?.slice(1), `${entry.moment}=`])
    expect((await gate.events([{ ...entry, moment }])).json().code).toBe('REQ-0001');
});
