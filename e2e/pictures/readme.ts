// `E2E_DATA_DIR=<new folder> node e2e/pictures/readme.ts` takes README's pictures of the app anew, into docs/screenshots.
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { Language } from '@kippu/contract/languages';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { addressOf, PATHS } from '@kippu/web/app/router/link-to';
import config from '../playwright.config.ts';
import { movementEnds } from '../support/movement-ends.ts';
import { Traveller } from '../support/traveller.ts';
import { ApiClient, DATA_DIR, newRequests, ORIGIN, startServer } from './scenario.ts';

if (DATA_DIR === '') throw new Error('E2E_DATA_DIR must name a new folder for the server');
const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
const STRETCH = { from: 'kansai-airport', to: 'kyoto' };
const tomorrow = addDays(dateAt(Date.now()), 1);

const request = await newRequests();
const server = await startServer(0);
const browser = await chromium.launch(config.use?.launchOptions);

/** Opens the app on a phone of the person, who has a pass in use with a seat for tomorrow, and two tickets without seats. */
async function phoneOf(language: Language, colorScheme: 'light' | 'dark') {
  const person = await ApiClient.signUp(request, language, `readme-${colorScheme}`);
  const pass = await person.addTicketInUse('kansai-pass-2day');
  await person.reserve([pass], tomorrow, 4);
  const pair = await person.addOrder('haruka-kix-kyoto', ['adult', 'adult']);
  const context = await browser.newContext({
    baseURL: ORIGIN,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    timezoneId: 'Asia/Tokyo',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    colorScheme,
  });
  const page = await context.newPage();
  const traveller = await Traveller.with(page, language);
  await page.addInitScript(
    (session) => localStorage.setItem('kippu.session', session),
    JSON.stringify(person.session),
  );
  return { traveller, page, pass, ticketIds: pair.map(({ ticketId }) => ticketId).join(',') };
}
const take = async (page: Page, name: string) => {
  await movementEnds(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
};

try {
  const { traveller, page, pass, ticketIds } = await phoneOf('en', 'light');
  const { ticket, seat } = traveller.words;
  const train = { ticketIds, ...STRETCH, date: tomorrow };
  await traveller.open('/');
  await page.getByText(ticket.nextTrain).waitFor();
  await traveller.settled();
  await take(page, 'tickets');
  await traveller.open(addressOf('code', { ticketId: pass }));
  await page.getByRole('img', { name: ticket.codeAlt }).first().waitFor();
  await take(page, 'code');
  await traveller.open(addressOf('train', train));
  await traveller.settled();
  await take(page, 'trains');
  await traveller.open(addressOf('chooseSeat', { ...train, departureId: `haruka-8@${tomorrow}` }));
  await traveller.settled();
  const free = page.getByRole('button', { name: new RegExp(seat.free) });
  for (const nth of [4, 4]) await free.nth(nth).click();
  await take(page, 'seats');
  await traveller.press(seat.continue);
  await traveller.sees(seat.confirmReserve);
  await traveller.settled();
  await take(page, 'confirm');

  const dark = await phoneOf('ja', 'dark');
  await dark.traveller.open('/');
  await dark.page.getByText(dark.traveller.words.ticket.nextTrain).waitFor();
  await dark.traveller.settled();
  await take(dark.page, 'tickets-ja-dark');

  const korean = await phoneOf('ko', 'light');
  await korean.traveller.open(PATHS.help);
  await korean.traveller.settled();
  await korean.page.getByRole('list').getByRole('button').first().click();
  await korean.traveller.settled();
  await take(korean.page, 'help-ko');
} finally {
  await browser.close();
  await server.stop();
}
