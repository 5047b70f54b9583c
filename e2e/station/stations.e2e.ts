// Stations without a reader: by poster, by position or by hand; the screen for staff, its time, and the history.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { CHECKLIST } from '@kippu/contract/values';
import { nameIn } from '@kippu/contract/names';
import { addressOf } from '@kippu/web/app/router/link-to';
import { boundTicket, ticketInUse } from '../support/transfer-calls.ts';
import { aimAt, giveCamera, posterOf, refuseCamera, stationOf } from '../support/gate/stations-camera.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

test.use({ serviceWorkers: 'allow' });

const LEFT = /^[0-4]:[0-5]\d$/;
/** Returns a position north of a station. A degree of latitude is 111 km. */
const northOf = (stationId: string, metres: number, accuracy: number) => {
  const { lat, lon } = stationOf(stationId);
  return { latitude: lat + metres / 111_195, longitude: lon, accuracy };
};

async function registerWithCamera(
  page: Page,
  language: 'en' | 'ja',
  request: Parameters<Traveller['register']>[0],
) {
  await giveCamera(page);
  const traveller = await Traveller.with(page, language);
  await traveller.register(request, `station-${randomUUID()}@example.com`);
  const { station: words } = traveller.words;
  return {
    traveller,
    nameOf: (stationId: string) => nameIn(stationOf(stationId), 'stationName', language),
    /** The screen for staff. */
    seesGreenScreen: async (title: string) => {
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
      await expect(page.getByRole('timer')).toHaveText(LEFT);
    },
    /** Types a text and chooses a station from the list. */
    search: async (typed: string, name: string) => {
      await traveller.fill(words.search, typed);
      const found = page.getByRole('button', { name }).first();
      // It stays visible while the phone's keyboard covers the lower half.
      await expect.poll(async () => (await found.boundingBox())?.y).toBeLessThan(740 / 2);
      await found.click();
    },
    tickAll: async () => {
      for (const item of CHECKLIST) await page.getByLabel(words.check[item], { exact: true }).check();
    },
  };
}

for (const language of walkedIn('en', 'ja')) {
  test(`entry and exit at stations in ${language}`, async ({ page, context, request }) => {
    test.setTimeout(300_000);
    const { traveller, nameOf, seesGreenScreen, search, tickAll } = await registerWithCamera(
      page,
      language,
      request,
    );
    const { station: words, ticketLife, ticket: ticketWords, errors, client } = traveller.words;
    const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
    const choose = (direction: 'in' | 'out') =>
      traveller.open(addressOf('outInSite', { ticketId, direction }));

    await test.step('scanning the station’s poster verifies the entry', async () => {
      await traveller.open(addressOf('code', { ticketId }));
      await traveller.follow(ticketLife.noReader);
      await traveller.sees(words.chooseIn);
      await traveller.look('stations');
      await traveller.press(words.scanPoster);
      await traveller.look('station-scan');
      await aimAt(page, posterOf('kyoto'));
      const question = page.getByRole('dialog', { name: words.confirmIn(nameOf('kyoto')) });
      await expect(question).toContainText(words.once(5));
      await traveller.look('station-question');
      await traveller.press(words.verifyIn);
      await seesGreenScreen(words.verifiedIn);
      await expect(page.getByText(words.method.scan, { exact: true })).toBeVisible();
      await traveller.look('station-verified');
    });

    await test.step('the time left survives a reload and a wrong clock, and runs on offline', async () => {
      await page.reload();
      await seesGreenScreen(words.verifiedIn);
      await page.clock.install();
      await page.clock.fastForward(10 * 60_000);
      // The phone's clock is moved ahead, the server's is not. The next answer corrects it.
      await page.waitForResponse(/useResult/);
      await seesGreenScreen(words.verifiedIn);
      await context.setOffline(true);
      await expect(page.getByText(words.noNetwork)).toBeVisible();
      await page.clock.fastForward(5 * 60_000);
      await traveller.sees(words.expiredTitle);
      await traveller.look('station-expired');
      await context.setOffline(false);
      await page.reload();
      await seesGreenScreen(words.verifiedIn);
    });

    await test.step('the entry is cancelled after one question', async () => {
      await traveller.press(words.cancelEntry);
      await traveller.press(words.keep);
      await traveller.press(words.cancelEntry);
      await traveller.look('station-cancel-question');
      await traveller.press(words.cancelYes);
      await traveller.sees(words.cancelledTitle);
      await traveller.look('station-cancelled');
    });

    await test.step('a manual entry requires the whole checklist', async () => {
      await traveller.follow(words.verifyAgain);
      // Go back: the areas are shown again with their numbers of stations, and the field is ready for input.
      await traveller.fill(words.search, 'x');
      await traveller.press(words.clearSearch);
      await expect(page.getByLabel(words.search, { exact: true })).toBeFocused();
      await expect(page.getByText(words.stations(60), { exact: true })).toBeVisible();
      await search(language === 'ja' ? 'きょうと' : 'kyouto', nameOf('kyoto'));
      await traveller.press(words.verifyIn);
      await expect(page.getByRole('alert')).toContainText(errors['TKT-0012']);
      await tickAll();
      await traveller.look('station-checklist');
      await traveller.press(words.verifyIn);
      await seesGreenScreen(words.verifiedIn);
      await expect(page.getByText(words.method.manual, { exact: true })).toBeVisible();
      await traveller.press(words.cancelEntry);
      await traveller.press(words.cancelYes);
      await traveller.sees(words.cancelledTitle);
    });

    await test.step('an entry by position: denied, no station nearby, too inaccurate, accepted', async () => {
      await choose('in');
      await traveller.press(words.usePosition);
      await expect(page.getByText(client.positionDenied)).toBeVisible();
      await traveller.look('station-position-denied');
      await context.grantPermissions(['geolocation']);
      const again = async (...[stationId, metres, accuracy]: Parameters<typeof northOf>) => {
        await context.setGeolocation(northOf(stationId, metres, accuracy));
        // A position of ten seconds ago would also be accepted.
        await page.reload();
        await traveller.press(words.usePosition);
      };
      await again('kyoto', 200_000, 20);
      await expect(page.getByText(client.noStationNearby)).toBeVisible();
      await again('kyoto', -4_000, 8_000);
      await page
        .getByRole('button', { name: nameOf('kyoto') })
        .first()
        .click();
      await traveller.press(words.verifyIn);
      await expect(page.getByRole('alert')).toContainText(errors['TKT-0011']);
      await traveller.press(traveller.words.common.cancel);
      await again('kyoto', -150, 20);
      await expect(page.getByText(words.accuracy('20 m'))).toBeVisible();
      await expect(page.getByText(words.away('150 m'))).toBeVisible();
      await traveller.look('station-nearby');
      await page
        .getByRole('button', { name: nameOf('kyoto') })
        .first()
        .click();
      await traveller.press(words.verifyIn);
      await seesGreenScreen(words.verifiedIn);
      await expect(page.getByText(words.method.gps, { exact: true })).toBeVisible();
    });

    await test.step('the exit is verified and cannot be cancelled', async () => {
      await choose('out');
      await traveller.press(words.scanPoster);
      await aimAt(page, posterOf('osaka'));
      await traveller.press(words.verifyOut);
      await seesGreenScreen(words.verifiedOut);
      await expect(page.getByRole('button', { name: words.cancelEntry })).toHaveCount(0);
      await traveller.look('station-left');
    });

    await test.step('the history shows all events, or only entries, or only exits', async () => {
      await traveller.open(addressOf('useAgeHistory', { ticketId }));
      const rows = page.getByRole('main').getByRole('listitem');
      const { record, method, sites } = ticketLife;
      await expect(rows).toHaveCount(6);
      const kinds = [
        'verifiedOut',
        'verifiedIn',
        'cancelled',
        'verifiedIn',
        'cancelled',
        'verifiedIn',
      ] as const;
      for (const [at, kind] of kinds.entries()) await expect(rows.nth(at)).toContainText(record[kind]);
      await expect(rows.first()).toContainText(`${nameOf('osaka')}`);
      for (const [at, how] of [method.scan, method.gps, method.manual].entries())
        await expect(rows.nth([0, 1, 3][at] ?? 0)).toContainText(how);
      await traveller.look('station-history');
      await page.getByText(sites.in, { exact: true }).click();
      await expect(rows).toHaveCount(3);
      await page.getByText(sites.out, { exact: true }).click();
      await expect(rows).toHaveCount(1);
      await traveller.open(addressOf('detail', { ticketId }));
      await expect(page.getByText(ticketWords.status.inUse, { exact: true })).toBeVisible();
      await traveller.open(addressOf('tickets', { tab: 'past' }));
      await traveller.follow(ticketLife.historyAll);
      await traveller.sees(ticketLife.historyAll);
      await expect(rows).toHaveCount(6);
      await traveller.look('station-history-all');
      await rows.first().getByRole('link').click();
      await traveller.sees(ticketWords.detailTitle);
    });
    expect(traveller.faults).toEqual([]);
  });

  test(`refusals at a station in ${language}, each with a next step`, async ({ page, context, request }) => {
    test.setTimeout(300_000);
    const { traveller, nameOf, seesGreenScreen, tickAll } = await registerWithCamera(page, language, request);
    const { station: words, ticket: ticketWords, errors, client, common } = traveller.words;
    const bound = await boundTicket(page, request, 'haruka-kix-tennoji');
    // Valid for some days, because a one-day ticket may end at midnight during the test.
    const ticketId = await ticketInUse(page, request, 'haruka-round-kyoto');
    const seesAlert = (sentence: string) => expect(page.getByRole('alert')).toContainText(sentence);

    await test.step('refuses a ticket that is not in use, and an exit without an entry', async () => {
      await traveller.open(addressOf('outInSite', { ticketId: bound, direction: 'in' }));
      await expect(page.getByText(ticketWords.notInUse)).toBeVisible();
      await expect(page.getByRole('link', { name: words.toTicket, exact: true })).toBeVisible();
      await traveller.open(addressOf('outInSite', { ticketId, direction: 'out' }));
      await expect(page.getByText(errors['TKT-0009'])).toBeVisible();
      await page
        .getByRole('button', { name: nameOf('tennoji') })
        .first()
        .click();
      await tickAll();
      await traveller.press(words.verifyOut);
      await seesAlert(errors['TKT-0009']);
      await traveller.look('station-refused');
      await traveller.press(common.cancel);
    });

    await test.step('refuses an unrelated code, a station that the ticket does not cover, and a forged poster', async () => {
      await traveller.open(addressOf('outInSite', { ticketId, direction: 'in' }));
      await traveller.press(words.scanPoster);
      await aimAt(page, posterOf('kyoto', { text: 'https://example.com/menu' }));
      await seesAlert(errors['TKT-0010']);
      await aimAt(page, posterOf('sannomiya'));
      await seesAlert(errors['SEAT-0010']);
      await traveller.look('station-scan-refused');
      await aimAt(page, posterOf('kansai-airport', { forged: true }));
      await traveller.press(words.verifyIn);
      await seesAlert(errors['TKT-0010']);
      await traveller.press(common.cancel);
    });

    await test.step('explains why the camera does not work, and accepts a photo instead', async () => {
      for (const [name, sentence] of [
        ['NotFoundError', client.cameraMissing],
        ['NotReadableError', client.cameraBusy],
        ['NotAllowedError', client.cameraDenied],
      ] as const) {
        await refuseCamera(page, name);
        await traveller.press(words.scanPoster);
        await expect(page.getByText(sentence)).toBeVisible();
        await expect(page.getByRole('button', { name: words.cameraAgain })).toBeVisible();
        if (name !== 'NotAllowedError') await traveller.press(common.close);
      }
      await traveller.look('station-camera-denied');
      const wall = await context.newPage();
      const photoOf = async (shown: string) => {
        await wall.setContent(shown);
        return {
          name: 'photo.png',
          mimeType: 'image/png',
          buffer: await wall.screenshot({ fullPage: true }),
        };
      };
      const photo = page.getByLabel(words.photo, { exact: true });
      await photo.setInputFiles(await photoOf('<p>A wall</p>'));
      await seesAlert(words.photoNothing);
      await photo.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('none') });
      await seesAlert(words.photoBroken);
      await photo.setInputFiles(await photoOf(posterOf('kansai-airport')));
      await wall.close();
      await traveller.press(words.verifyIn);
      await seesGreenScreen(words.verifiedIn);
    });

    await test.step('refuses a second entry', async () => {
      await traveller.open(addressOf('outInSite', { ticketId, direction: 'in' }));
      await expect(page.getByRole('link', { name: words.showAgain, exact: true })).toBeVisible();
      await page
        .getByRole('button', { name: nameOf('tennoji') })
        .first()
        .click();
      await tickAll();
      await traveller.press(words.verifyIn);
      await seesAlert(errors['TKT-0008']);
    });
    expect(traveller.faults).toEqual([]);
  });
}
