// Gates, tickets in use and their codes, for tests: enrolled and issued by calls.
import type { LightMyRequestResponse } from 'fastify';
import type { BodyOf } from '@kippu/contract/call';
import type { gateDecide, GateEvent } from '@kippu/contract/calls/gate/gate';
import type { GateDirection } from '@kippu/contract/values';
import { isWallTime, wallToEpoch } from '@kippu/domain/time/service-day';
import { signCertificate } from '@kippu/ticket-code/certificate/certificate';
import { encodeCode } from '@kippu/ticket-code/code/text';
import { signMoment, type Direction, type PhoneSigner } from '@kippu/ticket-code/code/moment';
import { phonePublicKey, phoneSigner } from '@kippu/ticket-code/crypto/phone-key';
import { CERTIFICATE } from '@kippu/ticket-code/test/vectors';
import type { TestDeps } from '../app-context.ts';
import { managerHeaders } from '../staff.ts';
import { enrolDevice, newDevice, type DeviceRequest, type GateDevice } from './gate-device.ts';
import { openTicketApp, type TicketFixture, type TestUser } from '../ticket/ticket.ts';

type Answer = Promise<LightMyRequestResponse>;

export interface EnrolledGate {
  readonly gateId: string;
  readonly device: GateDevice;
  /** Sends a signed call of this gate. */
  readonly call: (request: DeviceRequest, more?: { readonly remoteAddress?: string }) => Answer;
  readonly state: (query?: Record<string, string>) => Answer;
  /** Moves the clock to the last of the events and reports them. */
  readonly events: (events: readonly object[]) => Answer;
  /** Reports events now, whatever times they name. */
  readonly reportNow: (events: readonly object[]) => Answer;
  readonly decide: (body: BodyOf<typeof gateDecide>) => Answer;
}

export interface GateFixture extends TicketFixture {
  readonly gateCode: (stationId: string, direction?: GateDirection, inspects?: boolean) => Promise<string>;
  readonly enrol: (code: string, device?: GateDevice) => Answer;
  readonly gate: (stationId?: string, direction?: GateDirection, inspects?: boolean) => Promise<EnrolledGate>;
  /** Returns a genuine certificate of the ticket in base64url, as a gate reports it. */
  readonly certificateFor: (ticketId: string) => Promise<string>;
  /** Issues tickets of a product to a new traveller, who adds and activates them. Returns their ids. */
  readonly inUse: (productId: string, count?: number) => Promise<string[]>;
  /** Returns the codes of the ticket's recorded passages, in the order of their times. */
  readonly passages: (ticketId: string) => Promise<(number | null)[]>;
  /** Returns the kinds of the recorded conflicts, sorted: of one ticket, or all. */
  readonly conflicts: (ticketId?: string) => Promise<string[]>;
  /** Returns the ticket's stored status. */
  readonly status: (ticketId: string) => Promise<string>;
}

/** A phone's key: its certificates name it, and its codes are signed with it. */
interface TestPhone {
  readonly deviceKey: string;
  readonly sign: PhoneSigner;
}

export async function newPhone(): Promise<TestPhone> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const deviceKey = Buffer.from(await phonePublicKey(pair.publicKey)).toString('base64url');
  return { deviceKey, sign: phoneSigner(pair.privateKey) };
}

/** Fetches a certificate as the traveller's phone does. */
export async function certificateOf(
  who: TestUser,
  ticketId: string,
  { deviceKey }: TestPhone,
): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = (await who.get('qrcode', { ticketId, deviceKey })).json();
  return new Uint8Array(Buffer.from(data.certificate, 'base64url'));
}

/** Returns the code that the phone shows at `now`, epoch milliseconds. */
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

interface Verdict {
  readonly verdict: string;
  readonly reason?: string;
}
/** Returns the server's verdict on each event of a report: its reason if it has one. */
export const verdictsOf = async (report: Answer): Promise<string[]> =>
  (await report).json().data.map(({ verdict, reason }: Verdict) => reason ?? verdict);

/** An entry that staff passed by hand, as a gate reports it. */
export const passage = (ticketId: string, change: Partial<GateEvent> = {}): GateEvent => ({
  eventId: crypto.randomUUID(),
  ticketId,
  code: 31,
  at: '2026-04-01 09:30:00',
  certificate: '',
  reason: 'code not read',
  ...change,
});

/** Opens the application, with `changes` to its dependencies; call `close` in afterAll. */
export async function openGateApp(changes: Partial<TestDeps> = {}): Promise<GateFixture> {
  const fixture = await openTicketApp(undefined, changes);
  const { app } = fixture;
  const gateCode: GateFixture['gateCode'] = async (stationId, direction = 'both', inspects = false) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/desk/gates',
      payload: { stationId, direction, inspects },
      headers: await managerHeaders(fixture.deps),
    });
    return answer.json().data.code;
  };
  const waitUntilAfter = (events: readonly object[]) => {
    const moments = events.flatMap((event) =>
      'at' in event && typeof event.at === 'string' && isWallTime(event.at) ? [wallToEpoch(event.at)] : [],
    );
    fixture.deps.advance(Math.max(0, Math.max(...moments) - fixture.deps.clock()));
  };
  const now = () => fixture.deps.clock();
  const enrol: GateFixture['enrol'] = (code, device = newDevice(now)) => enrolDevice(app, code, device);
  return {
    ...fixture,
    gateCode,
    enrol,
    gate: async (stationId = 'kyoto', direction = 'both', inspects = false) => {
      const device = newDevice(now);
      const enrolled = await enrol(await gateCode(stationId, direction, inspects), device);
      const { gateId } = enrolled.json().data as { gateId: string };
      const call: EnrolledGate['call'] = (request, more = {}) =>
        app.inject({
          method: request.method,
          url: request.url,
          ...more,
          ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
          headers: device.headers(request, { keyId: gateId }),
        });
      const reportNow: EnrolledGate['reportNow'] = (events) =>
        call({ method: 'POST', url: '/gate/events', body: { events } });
      return {
        gateId,
        device,
        call,
        state: (query = {}) => {
          const search = new URLSearchParams(query).toString();
          return call({ method: 'GET', url: search ? `/gate/state?${search}` : '/gate/state' });
        },
        reportNow,
        events: (events) => {
          waitUntilAfter(events);
          return reportNow(events);
        },
        decide: (body) => call({ method: 'POST', url: '/gate/decide', body }),
      };
    },
    certificateFor: async (ticketId) => {
      const { kid, sign } = fixture.deps.issuerKeys;
      const issuedAt = Math.floor(now() / 1000);
      const certificate = { ...CERTIFICATE, ticketId, issuedAt, expiresAt: issuedAt + 3_600 };
      return Buffer.from(await signCertificate(certificate, kid, sign)).toString('base64url');
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
    passages: async (ticketId) => {
      const rows = await fixture.deps.db
        .selectFrom('ticket_event')
        .select('code')
        .where('ticket_id', '=', ticketId)
        .where('code', 'is not', null)
        .orderBy('at')
        .execute();
      return rows.map(({ code }) => code);
    },
    conflicts: async (ticketId) => {
      const rows = fixture.deps.db.selectFrom('gate_conflict').select('kind').orderBy('kind');
      const chosen = ticketId === undefined ? rows : rows.where('ticket_id', '=', ticketId);
      return (await chosen.execute()).map(({ kind }) => kind);
    },
    status: async (ticketId) => {
      const ticket = fixture.deps.db.selectFrom('ticket').select('status').where('ticket_id', '=', ticketId);
      return (await ticket.executeTakeFirstOrThrow()).status;
    },
  };
}
