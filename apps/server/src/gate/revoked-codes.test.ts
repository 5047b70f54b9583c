// A ticket that changes owner within one second: only its owner's certificate opens gates.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { verifyCode } from '@kippu/ticket-code/decide/verify';
import { openCertificate } from '@kippu/ticket-code/certificate/certificate';
import type { TestUser } from '../../test/ticket/ticket.ts';
import * as fixtures from '../../test/gate/gate.ts';
import { newPhone, openGateApp, passage, type GateFixture, type EnrolledGate } from '../../test/gate/gate.ts';

let fixture: GateFixture;
let gate: EnrolledGate;
const phone = await newPhone();

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  gate = await fixture.gate();
});

const certificateOf = (who: TestUser, ticketId: string, shownBy = phone) =>
  fixtures.certificateOf(who, ticketId, shownBy);

/** The verdict of a gate with the newest state, which must equal the server's own. */
async function verdictOn(certificate: Uint8Array<ArrayBuffer>, shownBy = phone): Promise<string> {
  const now = Math.floor(fixture.deps.clock() / 1000);
  const { revoked, issuerKeys } = (await gate.state()).json().data;
  const times = new Map<string, number>(
    revoked.map((row: { ticketId: string; at: string }) => [row.ticketId, wallToEpoch(row.at) / 1000]),
  );
  const text = await fixtures.codeShown(certificate, shownBy, fixture.deps.clock());
  const verdict = verifyCode(text, {
    now,
    issuerKeys: issuerKeys.map((key: { publicKey: string }) => ({
      ...key,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
    })),
    exitGraceSeconds: 14_400,
    isRevoked: (ticketId, issuedAt) => issuedAt <= (times.get(ticketId) ?? 0),
    isSeen: () => false,
  });
  const { data: asked } = (await gate.decide({ text })).json();
  expect(asked).toEqual(verdict.ok ? { verdict: 'go' } : { verdict: 'staff', reason: verdict.reason });
  return verdict.ok ? 'go' : verdict.reason;
}

test('the receiver passes in the second of the transfer, the sender does not, and so on for the next transfer', async () => {
  const [hanako, taro, jiro] = await Promise.all(
    ['hanako', 'taro', 'jiro'].map((name) => fixture.traveller(name)),
  );
  if (!hanako || !taro || !jiro) throw new Error('no travellers');
  const ticketId = await hanako.inUse('kansai-pass-2day');
  const second = () => Math.floor(fixture.deps.clock() / 1000);
  const began = second();
  const hers = await certificateOf(hanako, ticketId);
  expect(await verdictOn(hers)).toBe('go');
  fixture.deps.advance(200);
  expect((await hanako.transfer(ticketId, taro.email)).json().code).toBe('OK');
  const his = await certificateOf(taro, ticketId);
  expect(await verdictOn(hers)).toBe('revoked');
  expect(await verdictOn(his)).toBe('go');

  fixture.deps.advance(200);
  expect((await taro.transfer(ticketId, jiro.email)).json().code).toBe('OK');
  const last = await certificateOf(jiro, ticketId);
  expect(second()).toBe(began);
  expect(await Promise.all([hers, his, last].map((each) => verdictOn(each)))).toEqual([
    'revoked',
    'revoked',
    'go',
  ]);

  // Reported passages are judged by the same seconds.
  const reported = [hers, his, last].map((bytes) =>
    passage(ticketId, { at: '2026-04-01 09:00:05', certificate: Buffer.from(bytes).toString('base64url') }),
  );
  const issued = reported.map(
    (_, index) => openCertificate([hers, his, last][index] ?? hers)?.certificate.issuedAt,
  );
  expect(issued).toEqual([began, began + 1, began + 2]);
  const verdicts = (await gate.events(reported)).json().data;
  const flagged = await fixture.deps.db
    .selectFrom('gate_conflict')
    .select('event_id')
    .where('kind', '=', 'formerOwner')
    .execute();
  expect(verdicts).toHaveLength(3);
  expect(flagged.map((row) => row.event_id).toSorted()).toEqual(
    reported
      .slice(0, 2)
      .map((event) => event.eventId)
      .toSorted(),
  );
});

test('a suspension lifted within its second leaves a valid certificate', async () => {
  const hanako = await fixture.traveller('hanako');
  const ticketId = await hanako.inUse('kansai-pass-2day');
  const before = await certificateOf(hanako, ticketId);
  const at = new Date(fixture.deps.clock());
  const change = { ticket_id: ticketId, kind: 'desk', actor: 'staff:1', at };
  await fixture.deps.db
    .insertInto('ticket_event')
    .values([
      { ...change, from_status: 'inUse', to_status: 'suspended' },
      { ...change, from_status: 'suspended', to_status: 'inUse' },
    ])
    .execute();
  expect(await verdictOn(before)).toBe('revoked');
  expect(await verdictOn(await certificateOf(hanako, ticketId))).toBe('go');
});

test('a ticket is on one phone: the previous phone is refused as soon as gates have the revocation', async () => {
  const hanako = await fixture.traveller('hanako');
  const ticketId = await hanako.inUse('kansai-pass-2day');
  const second = await newPhone();
  const old = await certificateOf(hanako, ticketId);
  expect(await certificateOf(hanako, ticketId)).toEqual(old);
  expect(await verdictOn(old)).toBe('go');
  const fresh = await certificateOf(hanako, ticketId, second);
  expect(await verdictOn(old)).toBe('revoked');
  expect(await verdictOn(fresh, second)).toBe('go');
  // The first phone gets the ticket back by asking again.
  fixture.deps.advance(60_000);
  const back = await certificateOf(hanako, ticketId);
  expect(await verdictOn(back)).toBe('go');
  expect(await verdictOn(fresh, second)).toBe('revoked');
  const moved = await fixture.deps.db
    .selectFrom('ticket_event')
    .select(['ticket_id', 'actor'])
    .where('kind', '=', 'otherPhone')
    .execute();
  expect(moved).toEqual(Array(2).fill({ ticket_id: ticketId, actor: `account:${hanako.accountId}` }));
});

test.each(['refunded', 'suspended', 'void', 'disused', 'reissued'] as const)(
  'once a ticket is %s, all its codes are refused, of any phone and day',
  async (status) => {
    const hanako = await fixture.traveller('hanako');
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const phones = [phone, await newPhone(), phone];
    const codes = [];
    for (const each of phones) {
      codes.push(await certificateOf(hanako, ticketId, each));
      fixture.deps.advance(3_600_000);
      await hanako.signIn();
    }
    const { db } = fixture.deps;
    const change = {
      ticket_id: ticketId,
      kind: 'desk',
      actor: 'staff:1',
      at: new Date(fixture.deps.clock()),
    };
    await db
      .insertInto('ticket_event')
      .values({ ...change, from_status: 'inUse', to_status: status })
      .execute();
    const verdicts = await Promise.all(codes.map((code, index) => verdictOn(code, phones[index])));
    expect(verdicts).toEqual(['revoked', 'revoked', 'revoked']);
  },
);

test('a phone that is refused a certificate takes no ticket from another phone', async () => {
  const hanako = await fixture.traveller('hanako');
  const ticketId = await hanako.inUse('kansai-pass-2day');
  const old = await certificateOf(hanako, ticketId);
  const taro = await fixture.traveller('taro');
  for (const [who, deviceKey] of [
    [hanako, 'A'.repeat(44)],
    [taro, (await newPhone()).deviceKey],
  ] as const)
    expect((await who.get('qrcode', { ticketId, deviceKey })).json().state).toBe('fail');
  expect(await verdictOn(old)).toBe('go');
});
