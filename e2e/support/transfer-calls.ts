// What travellers and gates did before a test begins, with the calls of their own devices.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import { gateState } from '@kippu/contract/calls/gate/gate';
import { seatSave } from '@kippu/contract/calls/traveller/seat';
import { ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import { bind, use } from '@kippu/contract/calls/traveller/ticket';
import { addDays, dateAt, epochToWall, wallToEpoch } from '@kippu/domain/time/service-day';
import { RevokedTickets } from '@kippu/ticket-code/decide/revoked-tickets';
import { verifyCode, type Verdict } from '@kippu/ticket-code/decide/verify';
import { issueTickets } from './desk/desk.ts';
import { enrolledDevice } from './gate/gate-device.ts';
import { issuerKeys } from './server/issuer-keys.ts';

interface Input<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  readonly authorization?: string;
  /** The address that a proxy would report. */
  readonly from?: string;
}

export async function answerOf<C extends Call>(request: APIRequestContext, call: C, input: Input<C>) {
  const { query, body, authorization, from } = input;
  const answer = await request.fetch(call.path, {
    method: call.method,
    headers: {
      'idempotency-key': randomUUID(),
      ...(authorization ? { authorization } : {}),
      ...(from ? { 'x-forwarded-for': from } : {}),
    },
    ...(query ? { params: query as Record<string, string> } : {}),
    ...(body ? { data: body } : {}),
  });
  return (await answer.json()) as { code: string; data: DataOf<C> };
}

/** Returns a call's answer, which must be a success. */
export async function dataOf<C extends Call>(
  request: APIRequestContext,
  call: C,
  input: Input<C>,
): Promise<DataOf<C>> {
  const { code, data } = await answerOf(request, call, input);
  if (code !== 'OK') throw new Error(`${call.name} refused: ${code}`);
  return data;
}

const tokenOf = async (page: Page): Promise<string> => {
  const stored = await page.evaluate(() => localStorage.getItem('kippu.session'));
  return (JSON.parse(stored ?? '{}') as { token?: string }).token ?? '';
};

/** Returns the code and data of the answer, called as the account signed in on the page. */
export const callAs = async <C extends Call>(page: Page, call: C, input: Input<C>) =>
  answerOf(page.request, call, { ...input, authorization: `Bearer ${await tokenOf(page)}` });

/** Issues a ticket of the product and adds it to the account signed in on the page. Returns its id. */
export async function boundTicket(
  page: Page,
  request: APIRequestContext,
  productId: string,
): Promise<string> {
  const [issued] = await issueTickets(request, productId);
  if (!issued) throw new Error('no ticket was issued');
  const { code } = await callAs(page, bind, { query: {}, body: { link: issued.link } });
  if (code !== 'OK') throw new Error(`bind refused: ${code}`);
  return issued.ticketId;
}

/** Like boundTicket, with the ticket in use. */
export async function ticketInUse(
  page: Page,
  request: APIRequestContext,
  productId: string,
): Promise<string> {
  const ticketId = await boundTicket(page, request, productId);
  const { code } = await callAs(page, use, { body: { ticketId } });
  if (code !== 'OK') throw new Error(`use refused: ${code}`);
  return ticketId;
}

/** A train that leaves sooner may be gone before the test has finished. */
const FAR_AHEAD_MS = 2 * 3_600_000;

/**
 * Reserves a seat from the airport to Kyoto on tomorrow's first train, or on one two hours ahead. Returns it as
 * '4-12A'. `now` is the server's time in epoch milliseconds.
 */
export async function reserveSeat(page: Page, ticketId: string, now = Date.now()): Promise<string> {
  const authorization = `Bearer ${await tokenOf(page)}`;
  const stretch = { from: 'kansai-airport', to: 'kyoto' };
  const query = { ...stretch, ticketIds: ticketId, date: addDays(dateAt(now), 1) };
  const trains = await dataOf(page.request, ticketTrainList, { query, authorization });
  const soon = epochToWall(now + FAR_AHEAD_MS);
  const train = trains.find(({ selectable, departAt }) => selectable && departAt > soon);
  if (!train) throw new Error('no train has a seat');
  const { holdId, seats } = await dataOf(page.request, seatHold, {
    authorization,
    body: { ...stretch, departureId: train.departureId, ticketIds: [ticketId], auto: { prefer: 'window' } },
  });
  await dataOf(page.request, seatSave, { authorization, body: { holdId } });
  return seats[0] ?? '';
}

/** Enrols a gate at Kyoto. Returns a function that judges codes with the server's current state. */
export async function enrolledGate(
  request: APIRequestContext,
): Promise<(code: string, at: number) => Promise<Verdict>> {
  const gate = await enrolledDevice(request, 'kyoto');
  return async (shown, at) => {
    const { revoked } = await gate(gateState, {});
    const times = revoked.map((row) => [row.ticketId, Math.floor(wallToEpoch(row.at) / 1000)] as const);
    const known = new RevokedTickets(times);
    const keys = issuerKeys().publicKeys;
    return verifyCode(shown, {
      now: Math.floor(at / 1000),
      issuerKeys: keys.map((issuer) => ({
        ...issuer,
        publicKey: new Uint8Array(Buffer.from(issuer.publicKey, 'base64url')),
      })),
      exitGraceSeconds: 14_400,
      isRevoked: (ticketId, issuedAt) => known.isRevoked(ticketId, issuedAt),
      isSeen: () => false,
    });
  };
}
