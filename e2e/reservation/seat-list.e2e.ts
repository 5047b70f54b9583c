// Seats without the map: travellers who use a screen reader, or cannot hit small targets, use a list.
import settings from '../../operators/kansai/operator.json' with { type: 'json' };
import { expect, test, type Page } from '@playwright/test';
import { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import { DAY, KIX, mapAddress, rivalOf, withTickets } from '../support/seat-steps.ts';
import { callAs } from '../support/transfer-calls.ts';

/** The operator's English name of a class of seats. */
const classWord = (of: string) => settings.classes.find((each) => each.class === of)?.words.en ?? '';

const LEAST_TARGET = 44;

/** Returns the names of controls on the screen that are smaller than a fingertip. */
const tooSmall = (page: Page) =>
  page.getByRole('main').evaluate(
    (main, least) =>
      [...main.querySelectorAll('button, a, label')].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const small = width < least || height < least;
        return small
          ? [`${element.getAttribute('aria-label') ?? element.textContent}: ${width} x ${height}`]
          : [];
      }),
    LEAST_TARGET,
  );

test('seats are reserved through the list, by accessible roles and names only', async ({ page, request }) => {
  const { traveller } = await withTickets(page, request, 'kansai-wide-5day', 2);
  const { seat, ticket, common } = traveller.words;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const view = (name: string) => page.getByRole('group', { name: seat.viewAs }).getByRole('radio', { name });
  await traveller.open('/');
  await page.getByRole('link', { name: common.tabSeats, exact: true }).click();
  await button(seat.reserve).click();
  const dialog = page.getByRole('dialog', { name: seat.chooseTickets });
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: seat.continueWith(2), exact: true }).click();
  await page.getByRole('group', { name: seat.date }).getByRole('radio').nth(2).press('Space');
  await page.getByRole('link', { name: /HARUKA 30\b/ }).click();
  await traveller.sees(seat.chooseSeats(2));

  await test.step('each car of the list opens by itself, and names its free seats', async () => {
    await view(seat.asList).press('Space');
    await expect(page.getByRole('heading', { level: 2, name: /^Car \d, / })).toHaveCount(6);
    await expect(page.getByText(seat.freeCars(5, 7), { exact: true })).toBeVisible();
    const car = button(seat.carSpoken(8, classWord('ordinary'), 44));
    await expect(car).toHaveAttribute('aria-expanded', 'false');
    await car.click();
    await expect(car).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('heading', { level: 3, name: `Row 11 ${seat.nearLuggage}` })).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
    await button('Car 8, row 5, A, window, free, power socket').click();
    await button('Car 8, row 5, B, aisle, free, power socket').click();
    await expect(button('Car 8, row 5, A, window, chosen, power socket')).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await traveller.look('seat-list');
  });

  await test.step('the map shows the same chosen seats, and a reload keeps the list', async () => {
    await view(seat.asMap).press('Space');
    await expect(button('Car 8, row 5, B, aisle, chosen, power socket')).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await view(seat.asList).press('Space');
    await page.reload();
    await expect(view(seat.asList)).toBeChecked();
    await expect(button('Car 8, row 5, A, window, chosen, power socket')).toBeVisible();
  });

  await test.step('reserves the chosen seats', async () => {
    await button(seat.continue).click();
    await traveller.sees(seat.confirmReserve);
    await button(seat.reserveSeats(2)).click();
    await traveller.sees(seat.reservedTitle);
    await expect(page.getByText('5A, 5B', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: seat.showTickets, exact: true }).click();
    await expect(page.getByRole('article', { name: ticket.nextTrain })).toContainText('HARUKA 30');
  });
  expect(traveller.faults).toEqual([]);
});

test('a seat that is taken while the list is read is reported, and the focus stays in place', async ({
  page,
  request,
}) => {
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 1);
  const { seat } = traveller.words;
  const { rival, rivalTicket } = await rivalOf(page, request);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await traveller.open(mapAddress(ticketIds, 'haruka-32'));
  await page.getByRole('radio', { name: seat.asList }).press('Space');
  await button(seat.carSpoken(9, classWord('ordinary'), 40)).click();
  // By keyboard: the focus is on the seat when it is taken.
  await button('Car 9, row 3, A, window, free, power socket').focus();
  await page.keyboard.press('Space');
  const body = { departureId: `haruka-32@${DAY}`, from: KIX, to: 'kyoto', ticketIds: [rivalTicket] };
  const taken = await callAs(rival.page, seatHold, { body: { ...body, seats: ['9-3A'] } });
  expect(taken.code).toBe('OK');
  await expect(page.getByText(seat.lost('3A', 1))).toBeVisible();
  const gone = button('Car 9, row 3, A, window, taken, power socket');
  await expect(gone).toBeFocused();
  await expect(gone).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Tab');
  await expect(button('Car 9, row 3, B, aisle, free, power socket')).toBeFocused();
  await expect(gone).toHaveCount(0);
  await expect(button(seat.carSpoken(9, classWord('ordinary'), 39))).toBeVisible();
  expect(traveller.faults).toEqual([]);
  await rival.page.context().close();
});
