// The next train on the first screen. Its button does not change after it first appears.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { reserveSeat, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const withoutAnswer = { data: { items: [], next: '' } };

for (const listed of [true, false])
  test(`the button of the next train does not change while its ticket loads, ${listed ? 'listed' : 'not listed'}`, async ({
    page,
    request,
  }) => {
    const traveller = await Traveller.with(page, 'en');
    await traveller.register(request, `next-${randomUUID()}@example.com`);
    await reserveSeat(page, await ticketInUse(page, request, 'kansai-pass-2day'));
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**${ticketLoad.path}*`, async (route) => {
      await held;
      await route.continue();
    });
    if (!listed)
      await page.route(`**${ticketList.path}*`, async (route) => {
        const answered = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...answered, ...withoutAnswer } });
      });
    await page.goto('/');
    const { ticket: words } = traveller.words;
    const train = page.getByRole('article', { name: words.nextTrain });
    await expect(train).toBeVisible();
    // The train leaves tomorrow, so there is nothing to do at a gate yet.
    const button = train.getByRole('link', { name: words.openReservation, exact: true });
    await expect(button).toHaveCount(listed ? 1 : 0);
    await expect(train.getByRole('link', { name: words.showCode })).toHaveCount(0);
    const before = await train.boundingBox();
    answer?.();
    await expect(button).toBeVisible();
    expect(await train.boundingBox()).toEqual(before);
  });
