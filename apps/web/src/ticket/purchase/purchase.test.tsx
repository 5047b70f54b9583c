// The record of a purchase: what it says, when it is a receipt, and that a gift offers none.
import { purchase, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aPurchase, aTicket } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { press, renderApp } from '../../../test/render-app.tsx';
import { taxWithin, totalOf } from './purchase-sum.ts';

afterEach(() => vi.unstubAllGlobals());

async function open(change: Parameters<typeof aPurchase>[0] = {}) {
  const server = new FakeServer();
  server.give(purchase, aPurchase(change));
  const app = await renderApp('detail', { ticketId: 'ticket-1', view: 'purchase' }, { server });
  return { ...app, w: app.words.purchase, paper: await screen.findByRole('article') };
}

test('an agency’s sale is a record with prices, and says whom to ask for a receipt', async () => {
  const { w, paper } = await open({ orderTime: '2026-03-31 09:05:00' });
  expect(paper.textContent).toMatch(/31\sMar\s2026 09:05/);
  for (const part of ['¥2,200', '¥1,100', '¥3,300', 'Trip Shop', 'Haruka one-way', w.notReceipt('Trip Shop')])
    expect(paper.textContent).toContain(part);
  expect(screen.queryByRole('heading', { name: w.receiptTitle })).toBeNull();
});

test('the railway’s own sale is a receipt with the tax within, without what was refunded', async () => {
  const [adult, child] = aPurchase().items;
  const items = [{ ...adult!, isRefunded: true }, child!];
  const receipt = {
    companyNameEn: 'Our Railway',
    companyNameJp: '',
    companyNameKr: '',
    companyNameCn: '',
    companyNameTc: '',
  };
  const { w, paper } = await open({ items, receipt: { ...receipt, registration: 'T123', taxPercent: 10 } });
  for (const part of [
    w.receiptTitle,
    'Mei',
    '¥1,100',
    w.tax(10, '¥100'),
    w.received,
    w.refunded,
    'Our Railway',
    'T123',
  ])
    expect(paper.textContent).toContain(part);
  expect(paper.textContent).not.toContain('¥3,300');
});

test('the button prints', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { w } = await open();
  await press(w.print);
  expect(print).toHaveBeenCalledOnce();
});

describe('a ticket', () => {
  const rows = async (isGift: boolean) => {
    const server = new FakeServer();
    server.answer(ticketLoad, () => succeeds(aTicket(isGift ? { isGift } : {})));
    const { words } = await renderApp('detail', { ticketId: 'ticket-1' }, { server });
    await screen.findByText(words.ticketLife.history);
    return screen.queryAllByText(words.purchase.open).length;
  };
  test('leads to its purchase', async () => expect(await rows(false)).toBe(1));
  test('that was a gift does not', async () => expect(await rows(true)).toBe(0));
});

test.each([
  [330_000, 10, 0, 30_000],
  [100, 10, 0, 0],
  [110_000, 8, 0, 8_100],
  [4_850, 8, 2, 359],
  [0, 10, 2, 0],
])('of %i hundredths with %i %% and %i digits, %i are tax', (total, percent, digits, tax) => {
  expect(taxWithin(total, percent, { digits })).toBe(tax);
});

test('the sum of nothing is nothing', () => expect(totalOf([])).toBe(0));
