// A day that goes wrong: the desk says so by keyboard, and a traveller's phone has it in its list of trains.
import { expect, type Page } from '@playwright/test';
import { ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { DESKTOP, looksRight, openDesk } from '../support/desk/desk-page.ts';
import { test } from '../support/server/own-server.ts';
import { KIX, rivalOf } from '../support/seat-steps.ts';
import { callAs } from '../support/transfer-calls.ts';

test.use(DESKTOP);

/** Types with the keyboard alone, where the focus is. */
const type = async (page: Page, text: string) => {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

test('late, later, cancelled, restored and another platform, seen by a traveller', async ({
  page,
  request,
  server,
}) => {
  const { rival, rivalTicket } = await rivalOf(page, request);
  // Another test may have moved the clock of this worker's server.
  const day = addDays(dateAt(server.now()), 2);
  const query = { ticketIds: rivalTicket, date: day, from: KIX, to: 'kyoto' };
  /** How train 14 runs, in the list of the traveller's phone. */
  const seen = async () => {
    const { data } = await callAs(rival.page, ticketTrainList, { query });
    const train = data.find(({ trainNo }) => trainNo === '14');
    const { departAt = '', platform, live } = train ?? {};
    const expected = live?.expectedDepartAt ?? departAt;
    return {
      lateBy: (Date.parse(expected.replace(' ', 'T')) - Date.parse(departAt.replace(' ', 'T'))) / 60_000,
      runs: live?.runs ?? true,
      platform,
    };
  };
  const planned = await seen();
  expect(planned).toMatchObject({ lateBy: 0, runs: true });

  await openDesk(page, request, 'editor', `#/trains?date=${day}`);
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await looksRight(page, 'train-list');
  await test.step('late: the number, Enter, the minutes, Enter', async () => {
    await page.getByLabel('Train number').focus();
    await type(page, '14');
    await expect(page.getByLabel('Minutes late')).toBeFocused();
    await page.keyboard.type('20');
    await expect(page.getByText('No reservation is touched')).toBeVisible();
    await looksRight(page, 'train-late');
    await page.keyboard.press('Enter');
    await expect(page.getByText('20 min late', { exact: true })).toBeVisible();
    await expect.poll(seen).toMatchObject({ lateBy: 20 });
  });
  await test.step('later', async () => {
    await page.getByLabel('Minutes late').fill('45');
    await page.keyboard.press('Enter');
    await expect.poll(seen).toMatchObject({ lateBy: 45 });
  });
  await test.step('cancelled', async () => {
    await page.getByRole('button', { name: 'Cancel train' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('No reservation is touched')).toBeVisible();
    await looksRight(page, 'train-cancel');
    await dialog.getByRole('button', { name: 'Cancel train' }).press('Enter');
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await expect.poll(seen).toMatchObject({ runs: false });
  });
  await test.step('restored: as late as it was', async () => {
    await page.getByRole('button', { name: 'Restore train' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Restore train' }).press('Enter');
    await expect.poll(seen).toMatchObject({ runs: true, lateBy: 45 });
  });
  await test.step('another platform', async () => {
    await page
      .getByLabel(/^Platform at /)
      .first()
      .fill('9');
    await page.keyboard.press('Enter');
    await expect.poll(seen).toMatchObject({ platform: '9' });
    // The desk has the answer too: what it saves next is a change of this one.
    await expect(page.getByText(/Platform 9 at /).first()).toBeVisible();
  });
  await test.step('all undone, and all of it in the history', async () => {
    await page.getByRole('button', { name: 'Undo all of the desk' }).press('Enter');
    await expect.poll(seen).toEqual(planned);
    await expect(page.getByText('Delay: undone · Platform: undone')).toBeVisible();
    await expect(page.getByText(/^45 min late from /)).toBeVisible();
    await looksRight(page, 'train-history');
  });
});
