// A partner's month at the desk: its sums, files, entries, and its closing.
import {
  deskCloseMonth,
  deskPartners,
  deskReconciliation,
  deskReconciliationEntries,
} from '@kippu/contract/calls/desk/partners';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aLedgerAct, aPartner, aReconciliation, TICKET_NO } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { controlsIn, fill, nameOf, press, renderDesk } from '../../test/render-desk.tsx';

const PAGE = '#/partners/accounts?partner=partner-1&month=2026-11';
const shown = () => document.body.textContent ?? '';
const names = () => controlsIn(document).map(nameOf);
let files: { name: string; blob: Blob }[];
beforeEach(() => {
  files = [];
  let last: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download && last) files.push({ name: this.download, blob: last });
  });
});

test('a manager gets there from the partners, and reads the sums, the tax and the balance of the month', async () => {
  const server = await renderDesk('#/partners');
  await press('Reconciliation');
  await screen.findByText('Sums of the month');
  const asked = server.of(deskReconciliation)[0]?.query;
  expect(asked).toMatchObject({ partnerId: 'partner-1', month: expect.stringMatching(/^\d{4}-\d\d$/) });
  for (const words of ['3 tickets, ¥6,600', '1 ticket, ¥2,200', '2 tickets, ¥4,740'])
    expect(shown()).toContain(words);
  expect(shown()).toContain('net ¥4,310 + tax ¥430 = ¥4,740');
  expect(shown()).toContain('¥5,740');
  const row = await screen.findByRole('row', { name: /5 Nov 2026/ });
  const day = within(row).getByRole('link').getAttribute('href');
  expect(day).toBe(`${PAGE}&day=2026-11-05`);
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([...['5 Nov 2026', '¥6,600× 3', '¥2,200× 1', '0', '0', '¥340× 1', '¥4,740× 2']]);
});

test('partner and month are chosen, and the address keeps them', async () => {
  const server = new FakeServer();
  server.give(deskPartners, { items: [aPartner(), aPartner({ partnerId: 'partner-2', name: 'Rail Shop' })] });
  await renderDesk(PAGE, { server });
  await screen.findByText('Sums of the month');
  await fill('Month', '2026-10');
  await waitFor(() =>
    expect(server.of(deskReconciliation).at(-1)?.query).toMatchObject({ month: '2026-10' }),
  );
  await fill('Partner', 'partner-2');
  await waitFor(() =>
    expect(server.of(deskReconciliation).at(-1)?.query).toEqual({ partnerId: 'partner-2', month: '2026-10' }),
  );
  expect(location.hash).toBe('#/partners/accounts?partner=partner-2&month=2026-10');
});

test('the month is saved for spreadsheets and for programs, and a partner’s name runs no formula', async () => {
  const server = new FakeServer();
  const month = aReconciliation({ name: '=cmd()' });
  server.give(deskReconciliation, month);
  await renderDesk(PAGE, { server });
  await press('Save as CSV');
  const text = (await files[0]?.blob.text()) ?? '';
  const bytes = new Uint8Array((await files[0]?.blob.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = text.trim().split('\r\n');
  const cells = '3,6600,1,2200,0,0,0,0,1,340,2,4740,4310,430';
  expect(lines.slice(1)).toEqual([`'=cmd(),2026-11-05,JPY,${cells}`, `'=cmd(),2026-11,JPY,${cells}`]);
  expect(lines[0]).toContain('Sold (tickets),Sold,Refunded (tickets),Refunded');
  await press('Save as JSON');
  const { months: _months, faults: _faults, version: _version, ...sums } = month;
  expect(JSON.parse((await files[1]?.blob.text()) ?? '')).toEqual(sums);
  expect(files.map(({ name }) => name.slice(-11))).toEqual(['2026-11.csv', '026-11.json']);
});

test('the entries of a day name ticket, order and the day of the sale, page by page', async () => {
  const server = new FakeServer();
  const late = aLedgerAct({ entryId: '9', kind: 'void', fee: 0, actDay: '2026-10-31' });
  server.give(deskReconciliationEntries, { items: [aLedgerAct(), late], next: 'more' });
  await renderDesk(`${PAGE}&day=2026-11-05`, { server });
  await screen.findByText('Refund');
  expect(server.of(deskReconciliationEntries)[0]?.query).toEqual({
    partnerId: 'partner-1',
    day: '2026-11-05',
  });
  expect(shown()).toContain('sold 30 Oct 2026');
  expect(shown()).toContain('of 31 Oct 2026, whose month was closed');
  const links = [...document.querySelectorAll('td a')].map((link) => link.getAttribute('href'));
  expect(links.slice(0, 2)).toEqual([`#/tickets/${TICKET_NO}`, '#/tickets?order=order-1']);
  expect(names()).toContain('Show more');
  await press('Save as CSV');
  const lines = ((await files[0]?.blob.text()) ?? '').trim().split('\r\n');
  expect(lines[1]).toBe(
    `2026-11-05 10:00:00,Refund,${TICKET_NO},order-1,TS-0001,-2200,340,-170,10%,2026-10-30,`,
  );
});

test('a month is closed over the sums that are shown', async () => {
  const server = new FakeServer();
  await renderDesk(PAGE, { server });
  await press('Close this month');
  expect(shown()).toContain('Close November 2026 of Trip Shop?');
  await press('Close month');
  await waitFor(() => expect(server.of(deskCloseMonth)).toHaveLength(1));
  expect(server.of(deskCloseMonth)[0]?.body).toEqual({
    partnerId: 'partner-1',
    month: '2026-11',
    version: '8.12.open',
  });
});

test('a month that was posted to meanwhile shows the new sums, and the next press closes these', async () => {
  const server = new FakeServer();
  server.refuse(deskCloseMonth, 'DESK-0001');
  await renderDesk(PAGE, { server });
  await press('Close this month');
  server.give(deskReconciliation, aReconciliation({ version: '9.13.open' }));
  await press('Close month');
  await screen.findByText(/Nothing was done/);
  await press('Close month');
  await waitFor(() => expect(server.of(deskCloseMonth)).toHaveLength(2));
  expect(server.of(deskCloseMonth)[1]?.body).toMatchObject({ version: '9.13.open' });
});

test.each([
  ['notOver', 'It can be closed when the month is over.'],
  ['earlierOpen', 'Close the earlier month first.'],
  ['underWay', 'can still be confirmed'],
  ['nothing', 'There is no posting up to this month.'],
] as const)('a month that cannot be closed says why: %s', async (hindrance, words) => {
  const server = new FakeServer();
  server.give(deskReconciliation, aReconciliation({ hindrance }));
  await renderDesk(PAGE, { server });
  await screen.findByText('Sums of the month');
  expect(shown()).toContain(words);
  expect(names()).not.toContain('Close this month');
});

test('postings that do not agree are named with their order', async () => {
  const server = new FakeServer();
  const faults = [{ what: 'order' as const, orderId: 'order-9' }, { what: 'accounts' as const }];
  server.give(deskReconciliation, aReconciliation({ hindrance: 'disagrees', faults }));
  await renderDesk(PAGE, { server });
  await screen.findByText('The postings do not agree');
  expect(screen.getByRole('link', { name: 'order-9' }).getAttribute('href')).toBe('#/tickets?order=order-9');
  expect(shown()).toContain('Debits and credits differ');
});

test('a closed month says who closed it and when, and offers no closing', async () => {
  const server = new FakeServer();
  const closed = { at: '2026-12-01 09:30:00', by: 'Aki', entries: 8, hash: 'ab'.repeat(32) };
  server.give(deskReconciliation, aReconciliation({ closed }));
  await renderDesk(PAGE, { server });
  await screen.findByText('Closed 1 Dec 2026, 09:30 by Aki');
  expect(shown()).toContain(closed.hash);
  expect(names()).not.toContain('Close this month');
});

test('a month without postings says so', async () => {
  const server = new FakeServer();
  const none = { number: 0, amount: 0 };
  const total = {
    sold: none,
    refunded: none,
    exchanged: none,
    voided: none,
    fees: none,
    open: none,
    vat: [],
  };
  server.give(deskReconciliation, aReconciliation({ total, days: [] }));
  await renderDesk(PAGE, { server });
  await screen.findByText('There are no postings in this month');
});

test('without partners the page says so', async () => {
  const server = new FakeServer();
  server.give(deskPartners, { items: [] });
  await renderDesk('#/partners/accounts', { server });
  await screen.findByText('There are no partners yet');
});

test('a counter has no such page', async () => {
  const server = await renderDesk(PAGE, { staff: { role: 'counter' } });
  await waitFor(() => expect(shown()).toContain('Counter'));
  expect(server.of(deskReconciliation)).toEqual([]);
  expect(shown()).not.toContain('Sums of the month');
});
