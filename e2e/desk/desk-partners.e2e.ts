// A manager reconciles with a partner: the sums of its month, the entries of a day, the file, and the closing.
import { expect } from '@playwright/test';
import { addMonths, dateAt } from '@kippu/domain/time/service-day';
import { changeTicket, issueTickets } from '../support/desk/desk.ts';
import { DESKTOP, looksRight, openDesk, signInAtDesk, staffOf } from '../support/desk/desk-page.ts';
import { test } from '../support/server/own-server.ts';

test.use(DESKTOP);

test('what a partner sold and gave back is shown by day, saved, and closed when its month is over', async ({
  page,
  request,
  server,
}) => {
  const day = dateAt(server.now());
  const month = day.slice(0, 7);
  const [ticket] = await issueTickets(request, 'kansai-pass-2day', 3);
  await changeTicket(request, {
    ticketId: ticket?.ticketId ?? '',
    action: 'refund',
    seen: { status: 'unbound' },
  });
  await openDesk(page, request, 'manager', '#/partners');
  await page.getByRole('link', { name: 'Reconciliation' }).click();
  await page.goto(`/desk/#/partners/accounts?month=${month}`);
  await expect(page.getByText('3 tickets, ¥6,600')).toBeVisible();
  await expect(page.getByText('1 ticket, ¥2,200')).toBeVisible();
  await expect(page.getByText('net ¥4,000 + tax ¥400 = ¥4,400')).toBeVisible();
  await expect(page.getByText('It can be closed when the month is over.')).toBeVisible();
  await looksRight(page, 'reconciliation');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(new RegExp(`-${month}\\.csv$`));
  await page.getByRole('table').getByRole('link').click();
  await expect(page.getByRole('row')).toHaveCount(5);
  await looksRight(page, 'postings');

  const next = addMonths(`${month}-01`, 1);
  await server.moveOn(Date.parse(`${next}T12:00:00+09:00`) - server.now());
  await page.reload();
  await signInAtDesk(page, staffOf('manager'));
  await page.goto(`/desk/#/partners/accounts?month=${month}`);
  await page.getByRole('button', { name: 'Close this month' }).click();
  await looksRight(page, 'close-month');
  await page.getByRole('button', { name: 'Close month' }).click();
  await expect(page.getByText(/^Closed .* by /)).toBeVisible();
  await expect(page.getByText('3 tickets, ¥6,600')).toBeVisible();
});
