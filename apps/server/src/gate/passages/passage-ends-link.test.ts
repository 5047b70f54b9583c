// A gate's report of an entry calls back the link by which the ticket waited for somebody else; a report of an earlier entry does not.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newLinkToken } from '../../ticket/issue/ticket-link.ts';
import { epochToWall } from '@kippu/domain/time/service-day';
import { openGateApp, passage, type GateFixture } from '../../../test/gate/gate.ts';
import { codeOf, PASSWORD } from '../../../test/ticket/ticket.ts';

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

test.each([
  ['after the link was made', 60_000, false],
  ['before the link was made', -60_000, true],
])('an entry %s', async (_when, after, waits) => {
  const hanako = await fixture.traveller('hanako');
  const gate = await fixture.gate();
  const ticketId = await hanako.inUse('kansai-pass-2day');
  fixture.deps.advance(600_000);
  const made = fixture.deps.clock();
  const sent = hanako.post('sendLink', {
    ticketId,
    token: newLinkToken(),
    password: fixture.encrypted(PASSWORD, 'sendLink'),
  });
  expect(await codeOf(sent)).toBe('OK');
  const at = epochToWall(made + after);
  await gate.events([passage(ticketId, { at, certificate: await fixture.certificateFor(ticketId) })]);
  expect(await fixture.passages(ticketId)).toEqual([31]);
  await hanako.signIn();
  expect((await hanako.load(ticketId)).waitingLink !== undefined).toBe(waits);
});
