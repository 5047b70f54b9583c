// What a sales system does before a test: issues tickets through the desk's API.
import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import type { BodyOf } from '@kippu/contract/call';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { deskChangeTicket, type ChangedTicket } from '@kippu/contract/calls/desk/ticket';
import type { PassengerCategory } from '@kippu/contract/values';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { DESK_API_KEY } from '../../playwright.config.ts';
import { issuer } from '../server/operator.ts';

/**
 * Issues tickets of a product on one new order, for adults by default, valid for 30 days. Returns them as the desk
 * answers.
 */
export async function issueTickets(
  request: APIRequestContext,
  productId: string,
  count = 1,
  categories: readonly PassengerCategory[] = [],
): Promise<readonly IssuedTicket[]> {
  // By the server's clock, which another test may have moved by weeks.
  const { date } = (await request.get('/healthz')).headers();
  const useExpireDate = addDays(dateAt(Date.parse(date ?? '')), 30);
  const answer = await request.post('/desk/tickets', {
    headers: { authorization: `ApiKey ${DESK_API_KEY}`, 'idempotency-key': randomUUID() },
    data: {
      orderId: `e2e-${randomUUID()}`,
      productId,
      tickets: Array.from({ length: count }, (_, at) => ({
        passengerCategory: categories[at] ?? 'adult',
        useExpireDate,
        salePrice: 220_000,
      })),
      issuer,
      seller: 'End-to-end',
      salesSite: 'Test',
    },
  });
  const { state, code, data } = (await answer.json()) as {
    state: string;
    code: string;
    data: IssuedTicket[];
  };
  if (state !== 'success') throw new Error(`desk refused: ${code}`);
  return data;
}

/** Returns the newest six-digit code mailed to an address, from the dev mailbox. Waits for it: a busy server mails after its answer. */
export async function mailedCode(request: APIRequestContext, to: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(to)}`);
    const mails = (await answer.json()) as { code?: string; at: string }[];
    const withCode = mails.filter((mail) => mail.code !== undefined);
    code = withCode.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)?.code;
    expect(code, `a code mailed to ${to}`).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return code ?? '';
}

/** Changes a ticket through the desk's API, as a sales system does, and returns its new state. */
export async function changeTicket(
  request: APIRequestContext,
  input: Omit<BodyOf<typeof deskChangeTicket>, 'reason'>,
): Promise<ChangedTicket> {
  const answer = await request.post(deskChangeTicket.path, {
    headers: { authorization: `ApiKey ${DESK_API_KEY}`, 'idempotency-key': randomUUID() },
    data: { ...input, reason: 'End-to-end' },
  });
  const { state, code, data } = (await answer.json()) as { state: string; code: string; data: ChangedTicket };
  if (state !== 'success') throw new Error(`desk refused: ${code}`);
  return data;
}
