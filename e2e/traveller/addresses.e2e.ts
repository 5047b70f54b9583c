// What a proxy logs: no address that the pages request contains a token, code, number, position or personal id.
import { expect, type Page } from '@playwright/test';
import { PUBLIC_FIELDS } from '@kippu/contract/call-request';
import { deskFind } from '@kippu/contract/calls/desk/find';
import { deskTicket } from '@kippu/contract/calls/desk/ticket';
import { refreshToken } from '@kippu/contract/calls/traveller/session';
import { getNearbyStation } from '@kippu/contract/calls/traveller/station';
import { addressOf } from '@kippu/web/app/router/link-to';
import { deskSignIn } from '@kippu/contract/calls/desk/staff';
import { staffOf } from '../support/desk/desk-page.ts';
import { issueTickets } from '../support/desk/desk.ts';
import { everyAddress } from '../support/every-address.ts';
import { test } from '../support/server/own-server.ts';
import { stationOf } from '../support/gate/stations-camera.ts';
import { Traveller } from '../support/traveller.ts';

interface Asked {
  /** Every requested address, as a proxy would log it. */
  readonly urls: string[];
  readonly paths: Set<string>;
}

/** Records what the page requests. */
function watch(page: Page): Asked {
  const asked: Asked = { urls: [], paths: new Set() };
  page.context().on('request', (request) => {
    asked.urls.push(request.url(), request.headers()['referer'] ?? '');
    asked.paths.add(new URL(request.url()).pathname);
  });
  return asked;
}

const fieldsOf = (urls: readonly string[]) =>
  new Set(urls.filter(Boolean).flatMap((url) => [...new URL(url).searchParams.keys()]));

test('the app requests no address with personal data or secrets', async ({
  page,
  context,
  request,
  server,
}) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['geolocation']);
  const { lat, lon } = stationOf('kyoto');
  await context.setGeolocation({ latitude: lat, longitude: lon, accuracy: 20 });
  const traveller = await Traveller.with(page, 'en');
  const asked = watch(page);
  const [order] = await issueTickets(request, 'kansai-wide-5day');
  if (!order) throw new Error('nothing was issued');
  const addresses = await everyAddress(traveller, request, server.now());
  const session = await page.evaluate(() => localStorage.getItem('kippu.session') ?? '');
  for (const [, address] of addresses) {
    await traveller.open(address);
    await traveller.settled();
  }
  // A typed code, and an opened link.
  await traveller.open(addressOf('add', { link: order.link }));
  await traveller.settled();
  const stations = addresses.find(([name]) => name === 'outInSite')?.[1] ?? '';
  await traveller.open(stations);
  await page.getByRole('button', { name: traveller.words.station.usePosition }).click();
  await expect.poll(() => asked.paths.has(getNearbyStation.path)).toBe(true);
  await server.moveOn(31 * 60_000);
  await page.reload();
  await expect.poll(() => asked.paths.has(refreshToken.path)).toBe(true);

  const { refreshToken: token } = JSON.parse(session) as { refreshToken: string };
  expect([...fieldsOf(asked.urls)].filter((field) => !PUBLIC_FIELDS.includes(field))).toEqual([]);
  const secrets = [
    token,
    String(lat),
    order.ticketId,
    order.redeemCode,
    order.voucherNo,
    order.link.split('=')[1],
  ];
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(4);
    expect(asked.urls.filter((url) => url.split('#')[0]?.includes(secret ?? ''))).toEqual([]);
  }
});

test('the desk requests no address with a ticket number, code or email', async ({ page, request }) => {
  const [ticket] = await issueTickets(request, 'haruka-kix-kyoto');
  if (!ticket) throw new Error('nothing was issued');
  const { data } = await (await request.post(deskSignIn.path, { data: staffOf('manager') })).json();
  await page.addInitScript((token) => sessionStorage.setItem('kippu-desk.token', token), String(data.token));
  const asked = watch(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const typed of [ticket.redeemCode, 'nobody@example.com', ticket.ticketNo]) {
    await page.goto('/desk/#/tickets');
    await page.getByLabel('Number, code, order or email').fill(typed);
    const found = page.waitForResponse(/\/desk\/(find|accounts\/find|ticket)$/);
    await page.getByRole('button', { name: 'Find' }).click();
    await found;
  }
  // The ticket of that number opens by itself.
  await expect.poll(() => asked.paths.has(deskTicket.path)).toBe(true);
  expect(asked.paths.has(deskFind.path)).toBe(true);
  for (const hash of ['#/gates', '#/record', '#/feedback', '#/staff']) {
    await page.goto(`/desk/${hash}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect([...fieldsOf(asked.urls)].filter((field) => !PUBLIC_FIELDS.includes(field))).toEqual([]);
  for (const secret of [ticket.ticketNo, ticket.redeemCode, 'nobody'])
    expect(asked.urls.filter((url) => url.split('#')[0]?.includes(secret))).toEqual([]);
});
