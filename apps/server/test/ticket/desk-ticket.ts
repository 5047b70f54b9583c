// The desk's calls about one ticket, and tickets in each status, for tests: made by the calls themselves.
import type { LightMyRequestResponse } from 'fastify';
import { CHECKLIST } from '@kippu/contract/station';
import type { ChangedTicket, DeskTicket } from '@kippu/contract/desk-ticket';
import type { IssuedTicket } from '@kippu/contract/desk';
import { TEST_DESK_KEY } from '../http/test-deps.ts';
import { openGateApp, type GateFixture } from '../gate/gate-fixture.ts';
import type { Traveller } from '../ticket/ticket-fixture.ts';

export interface DeskFixture extends GateFixture {
  /** Changes a ticket as the desk. */
  readonly change: (
    ticketId: string,
    action: string,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  readonly post: (body: object, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  readonly show: (ticketNo: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** What the desk sees of a ticket of this id. */
  readonly seen: (ticketId: string) => Promise<DeskTicket>;
  /** The answer of a change that must succeed. */
  readonly changed: (ticketId: string, action: string) => Promise<ChangedTicket>;
  /** A ticket of nobody's. */
  readonly unbound: (productId: string) => Promise<IssuedTicket>;
}

export const KEY = { authorization: `ApiKey ${TEST_DESK_KEY}` };
export const REASON = 'lost phone, passport seen';

/** A verified passage at Kyoto. */
export const pass = (who: Traveller, ticketId: string, direction: 'in' | 'out') =>
  who.post(`start?ticketId=${ticketId}&stationId=kyoto&direction=${direction}&method=manual`, {
    checked: [...CHECKLIST],
  });

/** Opens one; call `close` in afterAll. */
export async function openDeskApp(): Promise<DeskFixture> {
  const fixture = await openGateApp();
  const { app, deps } = fixture;
  const post: DeskFixture['post'] = (payload, headers = KEY) =>
    app.inject({ method: 'POST', url: '/desk/tickets/change', payload, headers });
  const show: DeskFixture['show'] = (ticketNo, headers = KEY) =>
    app.inject({ url: '/desk/ticket', query: { ticketNo }, headers });
  const change: DeskFixture['change'] = (ticketId, action, headers = {}) =>
    post({ ticketId, action, reason: REASON }, { ...KEY, ...headers });
  return {
    ...fixture,
    post,
    show,
    change,
    seen: async (ticketId) => {
      const row = deps.db.selectFrom('ticket').select('ticket_no').where('ticket_id', '=', ticketId);
      return (await show((await row.executeTakeFirstOrThrow()).ticket_no)).json().data;
    },
    changed: async (ticketId, action) => {
      const answer = await change(ticketId, action);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json().data;
    },
    unbound: async (productId) => {
      const [ticket] = await fixture.issue(productId);
      if (!ticket) throw new Error('nothing issued');
      return ticket;
    },
  };
}
