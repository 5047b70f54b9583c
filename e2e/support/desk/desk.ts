// What a sales system does before the journey: issues tickets by the desk's API.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { IssuedTicket } from '@kippu/contract/desk';
import type { PassengerCategory } from '@kippu/contract/ticket';
import { addDays, dateAt } from '@kippu/domain/service-day';
import { DESK_API_KEY } from './playwright.config.ts';

/** Issues tickets of a product, adults' unless told otherwise, on one fresh order, to be used within 30 days; gives them as the desk answers. */
export async function issueTickets(
  request: APIRequestContext,
  productId: string,
  count = 1,
  categories: readonly PassengerCategory[] = [],
): Promise<readonly IssuedTicket[]> {
  // By the server's clock, which another journey may have moved on by weeks.
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
      issuer: 'Kansai Demo Rail',
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

/** The newest six-digit code mailed to an address, from the dev mailbox. */
export async function mailedCode(request: APIRequestContext, to: string): Promise<string> {
  const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(to)}`);
  const mails = (await answer.json()) as { text: string; at: string }[];
  const newest = mails.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
  const code = /(?<!\d)\d{6}(?!\d)/.exec(newest?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was mailed to ${to}`);
  return code;
}
