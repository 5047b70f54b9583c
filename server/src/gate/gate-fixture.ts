// Gates and tickets in use, for tests: enrolled and issued by the calls themselves.
import type { LightMyRequestResponse } from 'fastify';
import type { GateDirection, GateEvent } from '@kippu/contract/gate';
import { TEST_DESK_KEY } from '../http/test-deps.ts';
import { openTicketApp, type TicketFixture } from '../ticket/ticket-fixture.ts';

type Answer = Promise<LightMyRequestResponse>;

export interface TestGate {
  readonly gateId: string;
  readonly key: string;
  readonly state: (query?: Record<string, string>) => Answer;
  readonly events: (events: readonly object[]) => Answer;
}

export interface GateFixture extends TicketFixture {
  readonly gateCode: (stationId: string, direction?: GateDirection) => Promise<string>;
  readonly enrol: (code: string) => Answer;
  readonly gate: (stationId?: string, direction?: GateDirection) => Promise<TestGate>;
  /** Tickets of a product that a traveller has bound and activated; their ids. */
  readonly inUse: (productId: string, count?: number) => Promise<string[]>;
}

/** An entry of a ticket, told as a gate tells it. */
export const passage = (ticketId: string, change: Partial<GateEvent> = {}): GateEvent => ({
  eventId: crypto.randomUUID(),
  ticketId,
  code: 31,
  at: '2026-04-01 09:30:00',
  certificate: '',
  ...change,
});

/** Opens one; call `close` in afterAll. */
export async function openGateApp(): Promise<GateFixture> {
  const fixture = await openTicketApp();
  const { app } = fixture;
  const gateCode: GateFixture['gateCode'] = async (stationId, direction = 'both') => {
    const answer = await app.inject({
      method: 'POST',
      url: '/desk/gates',
      payload: { stationId, direction },
      headers: { authorization: `ApiKey ${TEST_DESK_KEY}` },
    });
    return answer.json().data.code;
  };
  const enrol: GateFixture['enrol'] = (code) =>
    app.inject({ method: 'POST', url: '/gate/enrol', payload: { code } });
  return {
    ...fixture,
    gateCode,
    enrol,
    gate: async (stationId = 'kyoto', direction = 'both') => {
      const { gateId, key } = (await enrol(await gateCode(stationId, direction))).json().data;
      const headers = { authorization: `Gate ${key}` };
      return {
        gateId,
        key,
        state: (query = {}) => app.inject({ url: '/gate/state', query, headers }),
        events: (events) => app.inject({ method: 'POST', url: '/gate/events', payload: { events }, headers }),
      };
    },
    inUse: async (productId, count = 1) => {
      const traveller = await fixture.traveller(`t${crypto.randomUUID().slice(0, 8)}`);
      const issued = await fixture.issue(productId, count);
      for (const { ticketId, voucherNo } of issued) {
        await traveller.post('bind', { voucherNo });
        const used = await traveller.post('use', { ticketId });
        if (used.statusCode !== 200) throw new Error(used.body);
      }
      return issued.map((ticket) => ticket.ticketId);
    },
  };
}
