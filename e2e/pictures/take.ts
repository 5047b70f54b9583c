// `node e2e/pictures/take.ts <folder> [languages] [names]` takes pictures of every screen in all languages offered, light and
// dark.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import operator from '../../operators/kansai/operator.json' with { type: 'json' };
import config from '../playwright.config.ts';
import { Traveller } from '../support/traveller.ts';
import { Shooter, SIZES } from './shooter.ts';
import {
  createOldData,
  createCurrentData,
  LONG_AGO_DAYS,
  newRequests,
  ORIGIN,
  startServer,
  DATA_DIR,
} from './scenario.ts';
import { walkAccount, walkBroken, walkEmpty } from './walk-account.ts';
import { walkSeats } from './walk-seat.ts';
import { walkTickets } from './walk-ticket.ts';
import { walkOnce, walkVisitor } from './walk-visitor.ts';

const [folder = 'pictures', languages = operator.languages.join(','), names = '.'] = process.argv.slice(2);
const wanted = new RegExp(`^(?:${names})`);
if (DATA_DIR === '') throw new Error('E2E_DATA_DIR must name a folder for the server');
const request = await newRequests();
if (!existsSync(join(DATA_DIR, 'old-data-created'))) {
  const past = await startServer(-LONG_AGO_DAYS);
  for (const language of operator.languages) await createOldData(request, language);
  await past.stop();
  mkdirSync(join(DATA_DIR, 'old-data-created'));
}
const server = await startServer(0);
const browser = await chromium.launch(config.use?.launchOptions);
const faults: string[] = [];
try {
  for (const language of operator.languages.filter((each) => languages.split(',').includes(each))) {
    const begun = Date.now();
    const data = await createCurrentData(request, language);
    const phone = async (session: unknown, newcomer: boolean): Promise<Shooter> => {
      const context = await browser.newContext({
        baseURL: ORIGIN,
        viewport: SIZES[0],
        hasTouch: true,
        isMobile: true,
        locale: 'en-GB',
        timezoneId: 'Asia/Tokyo',
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const shooter = new Shooter(await Traveller.with(page, language, { newcomer }), folder, wanted);
      if (session !== undefined)
        await page.addInitScript((kept) => {
          if (localStorage.getItem('kippu.session') === null) localStorage.setItem('kippu.session', kept);
        }, JSON.stringify(session));
      return shooter;
    };
    const walk = async (session: unknown, act: (shooter: Shooter) => Promise<void>, newcomer = false) => {
      const shooter = await phone(session, newcomer);
      await act(shooter);
      faults.push(...shooter.faults);
      await shooter.page.context().close();
    };
    await walk(undefined, walkOnce, true);
    await walk(undefined, (shooter) => walkVisitor(shooter, request));
    await walk(data.client.session, async (shooter) => {
      await walkTickets(shooter, data);
      await walkSeats(shooter, data);
      await walkAccount(shooter, data);
    });
    await walk(data.client.session, (shooter) => walkBroken(shooter, data));
    await walk(data.empty.session, walkEmpty);
    console.log(language, `${Math.round((Date.now() - begun) / 1000)} s`);
  }
} finally {
  await browser.close();
  await server.stop();
}
for (const fault of faults) console.log(fault);
