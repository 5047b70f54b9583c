// A clerk at the counter: finds, suspends and resumes a ticket; issues tickets by hand and from a file.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { DESKTOP, looksRight, openDesk } from '../support/desk/desk-page.ts';
import { changeTicket, issueTickets } from '../support/desk/desk.ts';

test.use(DESKTOP);

const PRODUCT = 'haruka-kix-kyoto';

/** Opens an act's dialog, types the reason, and confirms. */
async function act(page: Page, button: string, confirm: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: confirm }).click();
  await expect(dialog).toContainText('Please give the reason.');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: confirm }).dblclick();
  await expect(dialog).toHaveCount(0);
}

test('a ticket is found, suspended and resumed', async ({ page, request }) => {
  const [ticket] = await issueTickets(request, PRODUCT);
  if (!ticket) throw new Error('nothing was issued');
  await openDesk(page, request, 'counter', '#/tickets');
  await page.getByLabel('Number, code, order or email').fill(ticket.redeemCode.toLowerCase());
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible();
  expect(page.url()).toContain(ticket.ticketNo);
  await act(page, 'Suspend', 'Suspend ticket', 'Lost phone');
  await expect(page.getByText('Lost phone')).toBeVisible();
  await looksRight(page, 'ticket-suspended');
  await act(page, 'Resume', 'Resume ticket', 'Phone found');
  await expect(page.getByText('Phone found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible();
});

test('a refund is not done if the ticket has changed; the dialog shows the current state and asks again', async ({
  page,
  request,
}) => {
  const [ticket] = await issueTickets(request, PRODUCT);
  if (!ticket) throw new Error('nothing was issued');
  const { ticketNo } = ticket;
  await openDesk(page, request, 'counter', `#/tickets/${ticketNo}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Changed plans');
  const { status } = await changeTicket(request, {
    ticketNo,
    action: 'suspend',
    seen: { status: 'unbound' },
  });
  expect(status).toBe('suspended');
  await dialog.getByRole('button', { name: 'Refund ticket' }).click();
  await expect(dialog).toContainText('It is now: Suspended');
  await looksRight(page, 'ticket-overtaken');
  // The reason is kept, and the second press acts on the state shown.
  await expect(dialog.getByLabel('Reason')).toHaveValue('Changed plans');
  await dialog.getByRole('button', { name: 'Refund ticket' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Changed plans')).toBeVisible();
});

test('tickets are issued by hand, and from a file with a faulty row', async ({ page, request }) => {
  await openDesk(page, request, 'counter', '#/issue');
  await page.getByLabel('Product').selectOption(PRODUCT);
  await page.getByLabel('Adult', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Issue 2 tickets' }).click();
  await expect(page.getByText('Please type 1 to 100 characters.')).toHaveCount(2);
  await looksRight(page, 'issue-missing');
  await page.getByLabel('Seller').fill('Kyoto counter');
  await page.getByLabel('Sold at').fill('Kyoto');
  await page.getByRole('button', { name: 'Issue 2 tickets' }).dblclick();
  await expect(page.getByRole('table', { name: 'Tickets issued' }).getByRole('row')).toHaveCount(3);
  await looksRight(page, 'issued');

  await page.getByRole('link', { name: 'Many from a CSV file' }).click();
  const id = `file-${randomUUID()}`;
  const csv = [
    'order_id,product_id,category,count,valid_until,price_yen',
    `${id},${PRODUCT},adult,2,,`,
    `${id},${PRODUCT},child,1,,`,
    `${id}-bad,${PRODUCT},dog,1,,`,
  ].join('\r\n');
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('CSV file').setInputFiles(file);
  await expect(page.getByRole('table', { name: 'Rows with faults' })).toContainText('Unknown category');
  await looksRight(page, 'issue-file');
  await page.getByRole('button', { name: 'Issue 3 tickets' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save links and codes as CSV' }).click();
  expect((await saved).suggestedFilename()).toBe(`kippu-${id}.csv`);
  await page.getByRole('link', { name: 'Issued', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Tickets found' }).getByRole('row')).toHaveCount(4);
});
