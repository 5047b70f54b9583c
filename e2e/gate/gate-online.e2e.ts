// Two online gates side by side: one learns of a passage at the other by asking the server, before it receives the
// event.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { gateEvents, gateState } from '@kippu/contract/calls/gate/gate';
import { GatePage } from '../support/gate/gate-page.ts';
import { pixelsOf, showPass } from '../support/gate/shown-code.ts';
import { Traveller } from '../support/traveller.ts';

test('a code used at one gate is refused at the next one, which asks the server', async ({
  page,
  browser,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, `gate-${randomUUID()}@example.com`);
  await showPass(traveller, request);
  const first = await GatePage.enrolled(browser, request, { ownClock: false });
  const next = await GatePage.enrolled(browser, request, { ownClock: false });
  await next.page.route(`**${gateState.path}*`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, passed: [] } } });
  });

  const picture = await pixelsOf(traveller);
  const reported = first.page.waitForResponse(`**${gateEvents.path}`);
  await first.hold(picture, 'Go');
  expect((await reported).status()).toBe(200);
  await next.hold(picture, 'Already used');
  await next.page.getByRole('button', { name: 'Staff' }).click();
  for (const digit of '2468') await next.page.getByRole('button', { name: digit, exact: true }).click();
  await next.page.getByRole('button', { name: 'Open' }).click();
  await next.page.getByRole('button', { name: 'Today' }).click();
  await expect(
    next.page.getByText('Entry', { exact: true }).locator('xpath=ancestor::dt/following-sibling::dd'),
  ).toHaveText('0');
  for (const gate of [first, next]) await gate.page.context().close();
});
