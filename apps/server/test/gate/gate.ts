// Gates, tickets in use and their codes, for tests: enrolled and issued by the calls themselves.
import type { LightMyRequestResponse } from 'fastify';
import type { BodyOf } from '@kippu/contract/call';
import type { gateDecide, GateDirection, GateEvent } from '@kippu/contract/gate';
import { isWallTime, wallToEpoch } from '@kippu/domain/service-day';
import { encodeCode } from '@kippu/ticket-code/code-text';
import { signMoment, type Direction, type PhoneSigner } from '@kippu/ticket-code/moment';
import { phonePublicKey, phoneSigner } from '@kippu/ticket-code/phone-key';
import { TEST_DESK_KEY } from '../http/test-deps.ts';
import { openTicketApp, type TicketFixture, type Traveller } from '../ticket/ticket-fixture.ts';

type Answer = Promise<LightMyRequestResponse>;

export interface TestGate {
  readonly gateId: string;
  readonly key: string;
  readonly state: (query?: Record<string, string>) => Answer;
  /** Tells what happened, when the last of it has: the clock is moved on to that. */
  readonly events: (events: readonly object[]) => Answer;
  /** Tells it now, whatever times it names. */
  readonly tell: (events: readonly object[]) => Answer;
  readonly decide: (body: BodyOf<typeof gateDecide>) => Answer;
}

export interface GateFixture extends TicketFixture {
  readonly gateCode: (stationId: string, direction?: GateDirection) => Promise<string>;
  readonly enrol: (code: string) => Answer;
  readonly gate: (stationId?: string, direction?: GateDirection) => Promise<TestGate>;
  /** Tickets of a product that a traveller has bound and activated; their ids. */
  readonly inUse: (productId: string, count?: number) => Promise<string[]>;
}

/** A phone's own key: what its certificates name, and what it signs with. */
interface TestPhone {
  readonly deviceKey: string;
  readonly sign: PhoneSigner;
}

export async function newPhone(): Promise<TestPhone> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const deviceKey = Buffer.from(await phonePublicKey(pair.publicKey)).toString('base64url');
  return { deviceKey, sign: phoneSigner(pair.privateKey) };
}

/** The certificate that a traveller's phone fetches now. */
export async function certificateOf(
  who: Traveller,
  ticketId: string,
  { deviceKey }: TestPhone,
): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = (await who.get('qrcode', { ticketId, deviceKey })).json();
  return new Uint8Array(Buffer.from(data.certificate, 'base64url'));
}

/** The code that the phone shows at `now`, epoch milliseconds. */
export async function codeShown(
  certificate: Uint8Array,
  { sign }: TestPhone,
  now: number,
  direction: Direction = 'in',
): Promise<string> {
  return encodeCode({
    certificate,
    ...(await signMoment(certificate, Math.floor(now / 1000), direction, sign)),
  });
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
  const waitUntilAfter = (events: readonly object[]) => {
    const moments = events.flatMap((event) =>
      'at' in event && typeof event.at === 'string' && isWallTime(event.at) ? [wallToEpoch(event.at)] : [],
    );
    fixture.deps.advance(Math.max(0, Math.max(...moments) - fixture.deps.clock()));
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
      const tell: TestGate['tell'] = (events) =>
        app.inject({ method: 'POST', url: '/gate/events', payload: { events }, headers });
      return {
        gateId,
        key,
        state: (query = {}) => app.inject({ url: '/gate/state', query, headers }),
        tell,
        events: (events) => {
          waitUntilAfter(events);
          return tell(events);
        },
        decide: (payload) => app.inject({ method: 'POST', url: '/gate/decide', payload, headers }),
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
