// Staff on board: a list taken along, two passengers checked without a network, another train, a reload, and nothing reported.
import { randomUUID } from 'node:crypto';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { splitSeat } from '@kippu/domain/reservation/seat-name';
import { dateAt, wallToEpoch } from '@kippu/domain/time/service-day';
import { violationsOf } from '../support/axe.ts';
import { enrolCode, PIN } from '../support/gate/gate-page.ts';
import { readCode } from '../support/gate/read-code.ts';
import { codeOf, showCode } from '../support/gate/shown-code.ts';
import { keepPicture } from '../support/keep-picture.ts';
import { reserveSeat, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

test.use({ serviceWorkers: 'allow' });

const SIZES = [
  { width: 360, height: 740 },
  { width: 320, height: 568 },
  { width: 1024, height: 768 },
];

/** Keeps pictures of a state in each size, light and dark, and checks that nothing is wider than the screen. */
async function look(page: Page, name: string): Promise<void> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator(`html[data-appearance=${colorScheme}]`)).toBeAttached();
      await keepPicture(page, `inspector-${name}-${size.width}-${colorScheme}`);
      faults.push(...(await violationsOf(page)).map((line) => `${colorScheme}: ${line}`));
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) faults.push(`${wide} px wider than ${size.width}`);
  }
  expect(faults, name).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
}

interface Passenger {
  readonly traveller: Traveller;
  readonly ticketId: string;
  readonly seat: string;
}

/** A traveller with a seat on tomorrow's first train. */
async function withSeat(browser: Browser, request: Page['request']): Promise<Passenger> {
  const page = await (await browser.newContext()).newPage();
  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, `aboard-${randomUUID()}@example.com`);
  const ticketId = await ticketInUse(page, request, 'kansai-wide-5day');
  // After one in the morning: trains before it belong to the service day of today.
  const seat = await reserveSeat(page, ticketId, wallToEpoch(`${dateAt(Date.now())} 23:00:00`));
  await showCode(traveller, ticketId);
  return { traveller, ticketId, seat };
}

test('two passengers are found in their seats without a network, and ticked for good', async ({
  browser,
  request,
}) => {
  test.slow();
  const passengers = [await withSeat(browser, request), await withSeat(browser, request)];
  const [first, second] = passengers;
  if (!first || !second) throw new Error('two passengers are needed');
  const page = await (
    await browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } })
  ).newPage();
  const reports: string[] = [];
  page.on('request', (sent) => {
    if (/\/gate\/(events|decide)/.test(sent.url())) reports.push(sent.url());
  });
  await page.goto('/gate/');
  await page.locator('input[name=code]').fill(await enrolCode(request, 'kyoto', { inspects: true }));
  await page.locator('input[name=pin]').fill(PIN);
  await page.locator('input[name=pin-again]').fill(PIN);
  await page.getByRole('button', { name: 'Enrol' }).click();
  /** Enters the code that a traveller shows now, as text: 450 keys of a scanner take a busy machine longer than a code is good for. */
  const scan = async ({ traveller }: Passenger) => {
    await page.getByRole('navigation').last().getByRole('button').first().click();
    await page.getByRole('button', { name: /Type the code|コードを入力する/ }).click();
    await page.locator('input[name=code-text]').fill(await readCode(codeOf(traveller)));
    await page.locator('input[name=code-text]').press('Enter');
  };
  const finding = page.getByRole('status');

  await test.step('the list is taken along while there is a network', async () => {
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    const trains = page.getByRole('region', { name: 'Choose a train' }).getByRole('listitem');
    await expect(trains.first()).toBeVisible();
    await look(page, 'trains');
    // The first one from the airport, as the passengers reserved.
    await trains
      .filter({ hasText: /Kansai-Airport → \d\d:\d\d Kyoto/ })
      .first()
      .getByRole('button')
      .click();
    await expect(page.getByText(/^List of .*just now/)).toBeVisible();
    await expect(page.getByRole('group', { name: /^Seats of car/ })).toBeVisible();
    await page.getByRole('button', { name: 'Seats' }).click();
    await look(page, 'seats');
    // The files that the page needs to start are cached once its worker is active.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
  });

  await test.step('each is found with seat and leg', async () => {
    for (const passenger of passengers) {
      const { car, seat } = splitSeat(passenger.seat) ?? { car: '', seat: '' };
      await scan(passenger);
      await expect(finding).toContainText('Valid ticket');
      await expect(finding).toContainText(`Car ${car}, seat ${seat}`);
      await expect(finding).toContainText('Kyoto');
      await expect(finding).toContainText('Adult');
    }
    await look(page, 'valid');
  });

  await test.step('a copy is refused, in words', async () => {
    await page.keyboard.type('KQ1:%%%\n');
    await expect(finding).toContainText('Not valid');
    await expect(finding).toContainText('Not a ticket code');
    await look(page, 'not-valid');
  });

  await test.step('the ticks stay after a reload without a network, and the list shows its age', async () => {
    await page.reload();
    await expect(page.getByText(/List of \d\d:\d\d/)).toBeVisible();
    await page.getByRole('button', { name: 'Seats' }).click();
    for (const passenger of passengers) {
      const { car, seat } = splitSeat(passenger.seat) ?? { car: '', seat: '' };
      await page.getByRole('button', { name: new RegExp(`^Car ${car} `) }).click();
      const plan = page.getByRole('group', { name: `Seats of car ${car}` });
      await expect(plan.getByRole('button', { name: new RegExp(`^${seat},`) })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    }
    await look(page, 'seats-seen');
    await page.getByRole('button', { name: 'Check' }).click();
    await scan(first);
    await expect(finding).toContainText('already checked');
    await page.getByRole('button', { name: '日本語' }).click();
    await expect(finding).toContainText('正しいきっぷです');
    await look(page, 'ja-valid');
    await page.getByRole('button', { name: '座席' }).click();
    await look(page, 'ja-seats');
    await page.getByRole('button', { name: 'English' }).click();
  });

  await test.step('on another train the ticket is genuine, and its seat is not there', async () => {
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await look(page, 'trains-offline');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await page
      .getByRole('region', { name: 'Choose a train' })
      .getByRole('listitem')
      .nth(5)
      .getByRole('button')
      .click();
    await expect(page.getByRole('group', { name: /^Seats of car/ })).toBeVisible();
    await page.context().setOffline(true);
    await scan(second);
    await expect(finding).toContainText('No reserved seat on this train');
    await look(page, 'other-train');
  });

  expect(reports).toEqual([]);
  // Nothing of it reached the travellers: their tickets have passed no gate.
  for (const { traveller } of passengers) {
    await expect(codeOf(traveller)).toBeVisible();
    await expect(traveller.page.getByText(traveller.words.ticket.passedIn, { exact: true })).toHaveCount(0);
    await traveller.page.context().close();
  }
  await page.context().close();
});
