// The largest batch that a gate may send, over a real connection.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GATE_EVENTS_BYTES } from '@kippu/contract/calls/gate/gate';
import { openGateApp, passage, type GateFixture } from '../../../test/gate/gate.ts';

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());

test('500 of the largest events are accepted in one call, and a larger body is not read', async () => {
  await fixture.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = fixture.app.server.address() as AddressInfo;
  const gate = await fixture.gate();
  const reportNow = async (events: readonly object[]) => {
    const request = { method: 'POST', url: '/gate/events', body: { events } } as const;
    const answer = await fetch(`http://127.0.0.1:${port}/gate/events`, {
      method: 'POST',
      headers: gate.device.headers(request, { keyId: gate.gateId }),
      body: JSON.stringify(request.body),
    });
    return [answer.status, await answer.json()] as const;
  };
  const id = (n: number) => `${String(n).padStart(4, '0')}${'\u{20bb7}'.repeat(60)}`;
  const largest = Array.from({ length: 500 }, (_, n) =>
    passage(id(n), {
      eventId: id(n),
      ticketNo: id(n),
      code: 37,
      certificate: 'A'.repeat(4096),
      reason: '\u0001'.repeat(200),
    }),
  );
  expect(JSON.stringify({ events: largest }).length).toBeGreaterThan(2 * 1024 * 1024);
  const [status, { data }] = await reportNow(largest);
  expect(status).toBe(200);
  expect(new Set(data.map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['forged']));
  expect((await reportNow([passage('x'.repeat(GATE_EVENTS_BYTES))]))[0]).toBe(413);
});
