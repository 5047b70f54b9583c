// The desk's calls about one ticket, and tickets in each status, for tests: made by calls.
import type { LightMyRequestResponse } from 'fastify';
import { CHECKLIST } from '@kippu/contract/values';
import type { ChangedTicket, DeskTicket } from '@kippu/contract/calls/desk/ticket';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { deliverMails, TEST_DESK_KEY } from '../app-context.ts';
import { openGateApp, type GateFixture } from '../gate/gate.ts';
import type { TestUser } from './ticket.ts';

export interface DeskFixture extends GateFixture {
  /** Changes a ticket as the desk, based on its current status. */
  readonly change: (
    ticketId: string,
    action: string,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  readonly post: (body: object, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  readonly show: (ticketNo: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** Returns what the desk shows of a ticket, by id. */
  readonly seen: (ticketId: string) => Promise<DeskTicket>;
  /** Returns the answer of a change, which must succeed. */
  readonly changed: (ticketId: string, action: string) => Promise<ChangedTicket>;
  /** Issues a ticket that no account has. */
  readonly unbound: (productId: string) => Promise<IssuedTicket>;
}

export const KEY = { authorization: `ApiKey ${TEST_DESK_KEY}` };
export const REASON = 'lost phone, passport seen';

/** Verifies a passage: in at Tennoji and out at Osaka, where every railway product is valid. */
export const pass = (who: TestUser, ticketId: string, direction: 'in' | 'out') => {
  const stationId = direction === 'in' ? 'tennoji' : 'osaka';
  const query = `ticketId=${ticketId}&stationId=${stationId}&direction=${direction}&method=manual`;
  return who.post(`start?${query}`, { checked: [...CHECKLIST] });
};

/** Opens the application; call `close` in afterAll. */
export async function openDeskApp(): Promise<DeskFixture> {
  const fixture = await openGateApp();
  const { app, deps } = fixture;
  const post: DeskFixture['post'] = async (payload, headers = KEY) => {
    const answer = await app.inject({ method: 'POST', url: '/desk/tickets/change', payload, headers });
    await deliverMails(deps);
    return answer;
  };
  const show: DeskFixture['show'] = (ticketNo, headers = KEY) =>
    app.inject({ url: '/desk/ticket', query: { ticketNo }, headers });
  const change: DeskFixture['change'] = async (ticketId, action, headers = {}) => {
    const { status } = await deps.db
      .selectFrom('ticket')
      .select('status')
      .where('ticket_id', '=', ticketId)
      .executeTakeFirstOrThrow();
    return post({ ticketId, action, reason: REASON, seen: { status } }, { ...KEY, ...headers });
  };
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
