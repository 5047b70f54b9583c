// What travellers and gates did before a journey begins, by the calls that their own devices make.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import { deskGates, gateEnrol, gateState } from '@kippu/contract/gate';
import { seatSave } from '@kippu/contract/seat';
import { ticketTrainList } from '@kippu/contract/train';
import { seatHold } from '@kippu/contract/seat-hold';
import { bind, use } from '@kippu/contract/ticket';
import { addDays, dateAt, epochToWall, wallToEpoch } from '@kippu/domain/service-day';
import { loadIssuerKeys } from '@kippu/server/ticket/issuer-keys';
import { RevokedTickets } from '@kippu/ticket-code/revoked-tickets';
import { verifyCode, type Verdict } from '@kippu/ticket-code/verify';
import { issueTickets } from './desk.ts';
import { DESK_API_KEY } from './playwright.config.ts';

interface Wish<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  readonly authorization?: string;
  /** The address that a proxy would tell. */
  readonly from?: string;
}

export async function answerOf<C extends Call>(request: APIRequestContext, call: C, wish: Wish<C>) {
  const { query, body, authorization, from } = wish;
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

/** What a call answers, which must be a success. */
export async function dataOf<C extends Call>(
  request: APIRequestContext,
  call: C,
  wish: Wish<C>,
): Promise<DataOf<C>> {
  const { code, data } = await answerOf(request, call, wish);
  if (code !== 'OK') throw new Error(`${call.name} refused: ${code}`);
  return data;
}

const tokenOf = async (page: Page): Promise<string> => {
  const stored = await page.evaluate(() => localStorage.getItem('kippu.session'));
  return (JSON.parse(stored ?? '{}') as { token?: string }).token ?? '';
};

/** The answer's code and data, called as the account that is signed in on the page. */
export const callAs = async <C extends Call>(page: Page, call: C, wish: Wish<C>) =>
  answerOf(page.request, call, { ...wish, authorization: `Bearer ${await tokenOf(page)}` });

/** Issues a ticket of the product and adds it to the account that is signed in on the page; gives its id. */
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

/** As boundTicket, and in use. */
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

/** A train that leaves sooner may have left before a journey has looked at all it is to look at. */
const FAR_AHEAD_MS = 2 * 3_600_000;

/** Reserves a seat from the airport to Kyoto on tomorrow's first train, or one two hours away; gives it as '4-12A'. */
export async function reserveSeat(page: Page, ticketId: string): Promise<string> {
  const authorization = `Bearer ${await tokenOf(page)}`;
  const stretch = { from: 'kansai-airport', to: 'kyoto' };
  const query = { ...stretch, ticketIds: ticketId, date: addDays(dateAt(Date.now()), 1) };
  const trains = await dataOf(page.request, ticketTrainList, { query, authorization });
  const soon = epochToWall(Date.now() + FAR_AHEAD_MS);
  const train = trains.find(({ selectable, departAt }) => selectable && departAt > soon);
  if (!train) throw new Error('no train has a seat');
  const { holdId, seats } = await dataOf(page.request, seatHold, {
    authorization,
    body: { ...stretch, departureId: train.departureId, ticketIds: [ticketId], auto: { prefer: 'window' } },
  });
  await dataOf(page.request, seatSave, { authorization, body: { holdId } });
  return seats[0] ?? '';
}

/** Enrols a gate at Kyoto; gives its judgement of codes, by what the server tells it at that moment. */
export async function enrolledGate(
  request: APIRequestContext,
): Promise<(code: string, at: number) => Promise<Verdict>> {
  const desk = `ApiKey ${DESK_API_KEY}`;
  const { code } = await dataOf(request, deskGates, { authorization: desk, body: { stationId: 'kyoto' } });
  const { key } = await dataOf(request, gateEnrol, { body: { code } });
  return async (shown, at) => {
    const { revoked } = await dataOf(request, gateState, { query: {}, authorization: `Gate ${key}` });
    const times = revoked.map((row) => [row.ticketId, Math.floor(wallToEpoch(row.at) / 1000)] as const);
    const known = new RevokedTickets(times);
    const keys = loadIssuerKeys(process.env['E2E_DATA_DIR'] ?? '', Date.now()).publicKeys;
    return verifyCode(shown, {
      now: Math.floor(at / 1000),
      issuerKeys: keys.map((issuer) => ({
        ...issuer,
        publicKey: new Uint8Array(Buffer.from(issuer.publicKey, 'base64url')),
      })),
      isRevoked: (ticketId, issuedAt) => known.isRevoked(ticketId, issuedAt),
      isSeen: () => false,
    });
  };
}
