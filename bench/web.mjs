// Are the main screens good on a phone? Lighthouse's mobile scores of the list, the trains, the seats and the code,
// each opened cold; then the delay of every tap on a four times slower processor.
// node bench/web.mjs [runs of Lighthouse a screen] [rounds of taps]; builds the app and starts everything that it
// needs.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import launch from '../e2e/playwright.config.ts';
import { linkTo } from '@kippu/web/app/router/link-to';
import { loadMessages } from '@kippu/words/load-messages';
import { epochToWall } from '@kippu/domain/time/service-day';
import {
  STRETCH,
  book,
  caller,
  dataOf,
  median,
  seatsOf,
  seedTravellers,
  upcomingRides,
  withHarness,
} from './harness.mjs';

const [RUNS = 3, ROUNDS = 5] = process.argv.slice(2).map(Number);
const LIMITS = { performance: 95, accessibility: 100, 'best-practices': 100 };
const CATEGORIES = [...Object.keys(LIMITS), 'seo'];
const SLOWER = 4;
/** The longest delay until the next frame after a tap; Web Vitals calls it good (INP). */
const DELAY_LIMIT_MS = 200;
/** Event Timing does not report anything quicker than one frame. */
const FRAME_MS = 16;
const NOTICES = '/jtr-jwqs-app/guest/notice/info/listSaasNotice';
const TICKET = '/jtr-jwqs-app/guest/ticket/info';

const say = (line) => process.stdout.write(`${line}\n`);
let kept = true;
/** Returns the end of a result line: whether the limit is kept. */
function judged(good) {
  kept &&= good;
  return good ? '' : '  MISSED';
}

/**
 * Creates a traveller with a reserved seat, a ticket in use and one to reserve with. Returns what the phone and the
 * addresses need.
 */
async function travel({ db, operator, server }) {
  const [traveller] = await seedTravellers(db, 1, 3);
  const [reserved, shown, free] = traveller.tickets;
  const { port } = server();
  const answer = await fetch(`http://127.0.0.1:${port}${TICKET}/use`, {
    method: 'POST',
    headers: {
      authorization: traveller.authorization,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ ticketId: shown }),
  });
  dataOf(await answer.json());
  const rides = upcomingRides(operator, 2);
  const [ride] = rides;
  const line = caller(port, traveller.authorization);
  await book(line, reserved, { departureId: ride.departureId, seat: seatsOf(ride)[0] });
  line.close();
  const notices = await fetch(`http://127.0.0.1:${port}${NOTICES}`).then((response) => response.json());
  const date = ride.departureId.split('@')[1];
  const ask = { ticketIds: free, ...STRETCH, date };
  return {
    origin: `http://127.0.0.1:${port}`,
    session: {
      token: traveller.authorization.replace('Bearer ', ''),
      refreshToken: 'never used here',
      createAt: epochToWall(Date.now()),
      expiresIn: 1800,
      member: {
        email: 'a0@example.com',
        fullname: 'Traveller 0',
        username: 'a0',
        country: 'JP',
        language: 'en',
      },
    },
    screens: {
      list: linkTo('tickets', {}),
      trains: linkTo('train', ask),
      seats: linkTo('chooseSeat', { ...ask, departureId: rides[1].departureId }),
      code: linkTo('code', { ticketId: shown }),
    },
    shown,
    // As on an ordinary day: the operator's one-time notices have been read.
    settings: { language: 'en', readNotices: dataOf(notices).map(({ noticeId }) => noticeId) },
  };
}

/** Opens a phone's browser that is signed in and has never opened the app. */
async function openPhone(folder, { origin, session, settings }) {
  const { executablePath = '/usr/bin/chromium', args = [] } = launch.use?.launchOptions ?? {};
  const debuggingPort = 20_000 + Math.floor(Math.random() * 10_000);
  const context = await chromium.launchPersistentContext(path.join(folder, 'phone'), {
    executablePath,
    args: [...args, `--remote-debugging-port=${debuggingPort}`],
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto(`${origin}/healthz`);
  await page.evaluate(
    (stored) => {
      for (const [name, value] of Object.entries(stored))
        localStorage.setItem(`kippu.${name}`, JSON.stringify(value));
    },
    { session, settings },
  );
  const developer = await context.newCDPSession(page);
  return { context, page, developer, debuggingPort };
}

/** Clears the app's files and nothing else. */
async function forgetFiles({ developer }, origin) {
  await developer.send('Network.clearBrowserCache');
  await developer.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'service_workers,cache_storage',
  });
}

async function scores(phone, { origin, screens }) {
  for (const [name, address] of Object.entries(screens)) {
    const runs = [];
    for (let spare = RUNS; runs.length < RUNS;) {
      await forgetFiles(phone, origin);
      const result = await lighthouse(`${origin}/${address}`, {
        port: phone.debuggingPort,
        disableStorageReset: true,
        disableFullPageScreenshot: true,
        logLevel: 'silent',
        onlyCategories: CATEGORIES,
      });
      const wrong = result ? result.lhr.runtimeError?.message : 'no result';
      if (result && !wrong) runs.push(result.lhr);
      // On a busy machine it may fail to record a page load and reports that, which is no result for the screen.
      else if ((spare -= 1) < 0) throw new Error(`${name}: ${wrong}`);
    }
    const score = (category) =>
      median(runs.map((lhr) => Math.round((lhr.categories[category].score ?? 0) * 100)));
    const metric = (audit) => median(runs.map((lhr) => lhr.audits[audit].numericValue ?? Infinity));
    const good = Object.entries(LIMITS).every(([category, limit]) => score(category) >= limit);
    const results = CATEGORIES.map((category) => `${category} ${score(category)}`).join(', ');
    const seconds = (audit) => `${(metric(audit) / 1000).toFixed(2)} s`;
    const times = `LCP ${seconds('largest-contentful-paint')}, TBT ${metric('total-blocking-time').toFixed(0)} ms`;
    say(`${name}: ${results}; ${times}, CLS ${metric('cumulative-layout-shift').toFixed(3)}${judged(good)}`);
    for (const line of lost(runs.at(-1))) say(`  ${line}`);
  }
}

/** The audits of the last run that lowered a score. */
function lost(lhr) {
  return CATEGORIES.flatMap((category) =>
    lhr.categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
      .map(({ id }) => {
        const [first] = lhr.audits[id].details?.items ?? [];
        return `${category}: ${id} ${lhr.audits[id].displayValue ?? ''} ${JSON.stringify(first ?? '').slice(0, 300)}`;
      }),
  );
}

/** The delay from a tap to the frame after its work, from Event Timing. */
async function tapped(page, place) {
  await place.waitFor();
  await page.evaluate(() => {
    globalThis.benchDelays = [];
  });
  await place.tap();
  // Two frames later, the observer has received the entry of the tap.
  await page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))),
  );
  return page.evaluate((quick) => Math.max(quick, ...globalThis.benchDelays), FRAME_MS);
}

async function taps({ page, developer }, { origin, screens, shown }) {
  const { ticket, common, seat } = await loadMessages('en');
  const delays = new Map();
  await page.addInitScript(() => {
    globalThis.benchDelays = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId) globalThis.benchDelays.push(entry.duration);
    }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16 }));
  });
  await page.goto(`${origin}/${screens.list}`);
  await developer.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const note = async (name, place) => {
    const all = delays.get(name) ?? [];
    all.push(await tapped(page, place));
    delays.set(name, all);
  };
  const link = (name) => page.getByRole('link', { name, exact: true }).first();
  const goTo = (address) => page.evaluate((hash) => location.assign(hash), address);
  for (let round = 0; round < ROUNDS; round += 1) {
    await goTo(screens.list);
    await note('a ticket', page.locator(`a[href*="ticket/detail?ticketId=${shown}"]`).first());
    await note('open the code', link(ticket.showCode));
    await note('leaving', page.getByText(ticket.leaving, { exact: true }).first());
    await goTo(screens.list);
    for (const tab of [common.tabSeats, common.tabHelp, common.tabAccount, common.tabTickets])
      await note(`tab ${tab}`, link(tab));
    await goTo(screens.trains);
    await note('a train', page.locator('a[href*="chooseSeat"]').nth(1));
    await goTo(screens.seats);
    await note('a seat', page.getByRole('button', { name: seat.free }).nth(round));
  }
  for (const [name, times] of delays) {
    const worst = Math.max(...times);
    const line = `${name}: median ${median(times).toFixed(0)} ms, worst ${worst.toFixed(0)} ms of ${times.length}`;
    say(`${line} (limit ${DELAY_LIMIT_MS})${judged(worst <= DELAY_LIMIT_MS)}`);
  }
}

const built = spawnSync('npx', ['vite', 'build', 'apps/web', '--logLevel', 'warn'], { stdio: 'inherit' });
if (built.status !== 0) throw new Error('the app was not built');
await withHarness(async (harness) => {
  const journey = await travel(harness);
  const phone = await openPhone(harness.folder, journey);
  try {
    await scores(phone, journey);
    say(`taps, the processor ${SLOWER} times slower:`);
    await taps(phone, journey);
  } finally {
    await phone.context.close();
  }
});
if (!kept) process.exitCode = 1;
