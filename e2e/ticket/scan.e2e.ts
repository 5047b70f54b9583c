// The camera screen for a ticket's link and a station's poster: refused, missing, insecure, wrong codes, closed.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import type { Language } from '@kippu/contract/languages';
import { addressOf } from '@kippu/web/app/router/link-to';
import { issueTickets } from '../support/desk/desk.ts';
import { aimAt, giveCamera, posterOf, refuseCamera, tracksOn } from '../support/gate/stations-camera.ts';
import { ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

/** Returns a picture of a code with this text. */
const codeWithText = (text: string) => posterOf('kyoto', { text });

async function registerWithCamera(
  page: Page,
  request: Parameters<Traveller['register']>[0],
  language: Language = 'en',
) {
  await giveCamera(page);
  const traveller = await Traveller.with(page, language);
  await traveller.register(request, `scan-${randomUUID().slice(0, 8)}@example.jp`);
  return traveller;
}

/** The places where the camera is opened: for a ticket's link, and for a station's poster. */
const PLACES = {
  link: {
    language: 'ja',
    colorScheme: 'light',
    address: async () => addressOf('add', {}),
    button: ({ words }: Traveller) => words.ticketLife.scan,
    title: ({ words }: Traveller) => words.ticketLife.scanTitle,
  },
  poster: {
    language: 'ko',
    colorScheme: 'dark',
    address: async (page: Page, request: Parameters<Traveller['register']>[0]) =>
      addressOf('outInSite', {
        ticketId: await ticketInUse(page, request, 'kansai-pass-2day'),
        direction: 'in',
      }),
    button: ({ words }: Traveller) => words.station.scanPoster,
    title: ({ words }: Traveller) => words.station.scanPoster,
  },
} as const;

for (const [name, place] of Object.entries(PLACES))
  test(`a camera problem for the ${name} is explained, with a next step`, async ({ page, request }) => {
    const { language, colorScheme } = place;
    await page.emulateMedia({ colorScheme });
    const traveller = await registerWithCamera(page, request, language);
    const { station: words, client, common } = traveller.words;
    await traveller.open(await place.address(page, request));
    const sheet = page.getByRole('dialog', { name: place.title(traveller) });
    const photo = sheet.getByText(words.photo, { exact: true });
    for (const [error, reason] of [
      ['NotAllowedError', client.cameraDenied],
      ['NotFoundError', client.cameraMissing],
      ['NotReadableError', client.cameraBusy],
    ] as const)
      await test.step(error, async () => {
        await refuseCamera(page, error);
        await traveller.press(place.button(traveller));
        await expect(sheet.getByText(reason)).toBeVisible();
        // A photo needs no permission.
        await expect(photo).toBeVisible();
        await traveller.look(`scan-${name}-${error}`);
        await sheet.getByRole('button', { name: words.cameraAgain }).click();
        await expect(sheet.getByText(reason)).toBeVisible();
        await refuseCamera(page, '');
        await sheet.getByRole('button', { name: words.cameraAgain }).click();
        await expect(sheet.getByText(words.aim)).toBeVisible();
        expect(await tracksOn(page)).toBe(1);
        await traveller.look(`scan-${name}-aim`);
        await sheet.getByRole('button', { name: common.close, exact: true }).last().click();
        await expect(sheet).toHaveCount(0);
        await expect.poll(() => tracksOn(page)).toBe(0);
      });

    await test.step('an insecure page offers no second attempt', async () => {
      await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
      await traveller.press(place.button(traveller));
      await expect(sheet.getByText(client.cameraInsecure)).toBeVisible();
      await expect(sheet.getByRole('button', { name: words.cameraAgain })).toHaveCount(0);
      await expect(photo).toBeVisible();
      await traveller.look(`scan-${name}-insecure`);
      expect(await tracksOn(page)).toBe(0);
    });
    expect(traveller.faults).toEqual([]);
  });

test("a ticket's link is read once, a wrong code is refused with a message, and leaving stops the camera", async ({
  page,
  request,
}) => {
  const traveller = await registerWithCamera(page, request);
  const { ticket: words, ticketLife, errors } = traveller.words;
  const [issued] = await issueTickets(request, 'kansai-pass-2day');
  const previews: string[] = [];
  page.on('request', (asked) => {
    if (asked.url().includes('/bind?preview')) previews.push(asked.postData() ?? '');
  });
  await traveller.open(addressOf('add', {}));
  const sheet = page.getByRole('dialog', { name: ticketLife.scanTitle });

  await traveller.press(ticketLife.scan);
  await expect.poll(() => tracksOn(page)).toBe(1);
  await aimAt(page, codeWithText('https://example.com/menu'));
  await expect(page.getByText(errors['TKT-0002'])).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expect.poll(() => tracksOn(page)).toBe(0);
  expect(previews).toHaveLength(1);

  await aimAt(page, codeWithText(issued?.link ?? ''));
  await traveller.press(ticketLife.scan);
  await traveller.sees(words.previewTitle(1));
  await expect.poll(() => tracksOn(page)).toBe(0);
  // The camera saw it in every picture. The server was asked once.
  expect(previews).toHaveLength(2);
  expect(previews[1]).toContain(issued?.link);
  await traveller.press(words.other);
  await traveller.press(ticketLife.scan);
  await traveller.sees(words.previewTitle(1));
  expect(previews).toHaveLength(3);

  await traveller.press(words.other);
  await aimAt(page, '<svg xmlns="http://www.w3.org/2000/svg" width="68" height="96"/>');
  await traveller.press(ticketLife.scan);
  await expect.poll(() => tracksOn(page)).toBe(1);
  await traveller.open('/');
  await expect.poll(() => tracksOn(page)).toBe(0);
});

test('the poster scan reports a wrong code and continues; the right code asks once', async ({
  page,
  request,
}) => {
  const traveller = await registerWithCamera(page, request);
  const { station: words, errors, common } = traveller.words;
  const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
  await traveller.open(addressOf('outInSite', { ticketId, direction: 'in' }));
  await traveller.press(words.scanPoster);
  const sheet = page.getByRole('dialog', { name: words.scanPoster });
  const question = page.getByRole('dialog', { name: words.confirmIn('Kyoto') });
  for (const rubbish of ['https://example.com/menu', 'KQ1:%%%', '{"station":"kyoto"}', 'a']) {
    await aimAt(page, codeWithText(rubbish));
    await expect(sheet.getByText(errors['TKT-0010'])).toBeVisible();
    expect(await tracksOn(page)).toBe(1);
  }
  await traveller.look('scan-poster-rubbish');
  for (let shown = 0; shown < 2; shown += 1) {
    await aimAt(page, posterOf('kyoto'));
    await expect(question).toHaveCount(1);
    await expect(sheet).toHaveCount(0);
    await expect.poll(() => tracksOn(page)).toBe(0);
    await question.getByRole('button', { name: common.cancel, exact: true }).click();
    await expect(question).toHaveCount(0);
    await traveller.press(words.scanPoster);
  }
  await expect(question).toHaveCount(1);
  expect(traveller.faults).toEqual([]);
});
