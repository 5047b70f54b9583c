// On a railway without vouchers, no screen names vouchers or their numbers.
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { loadPrivatePieceInfo } from '@kippu/contract/calls/traveller/voucher';
import { setRules } from '@kippu/domain/rules';
import { OUR_RAILWAY } from '@kippu/domain/test/our-railway';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { aTicketInUse } from '../../../test/factories.ts';
import { FakeServer, refuses, succeeds } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';

afterEach(() => setRules(OUR_RAILWAY));

describe.each([true, false])('a railway with vouchers: %s', (vouchers) => {
  const open = async (...[route, params, more]: Parameters<typeof renderApp>) => {
    setRules({
      ...OUR_RAILWAY,
      kinds: OUR_RAILWAY.kinds.filter(({ use }) => vouchers || use !== 'exchange'),
    });
    return (await renderApp(route, params, more)).words;
  };

  test('the form that adds tickets', async () => {
    const { ticket: words } = await open('add', {}, { server: new FakeServer() });
    await screen.findByLabelText(vouchers ? words.proofLabel : words.proofLabelNoVouchers);
    expect(screen.queryByText(words.proofHint) !== null).toBe(vouchers);
    expect(screen.queryByText(words.proofHintNoVouchers) !== null).toBe(!vouchers);
  });

  test('the numbers of a ticket', async () => {
    const ticket = aTicketInUse({ voucherNo: 'ABCD1234EFGH' });
    const server = new FakeServer();
    server.answer(ticketLoad, () => succeeds(ticket));
    server.answer(ticketList, () => succeeds({ items: [ticket] }));
    const { ticket: words } = await open('detail', { ticketId: ticket.ticketId }, { server });
    await screen.findByText(words.facts);
    expect(screen.queryByText(words.voucherNo) !== null).toBe(vouchers);
  });

  test('the address of a voucher', async () => {
    const server = new FakeServer();
    server.answer(loadPrivatePieceInfo, () => refuses('TKT-0006'));
    const words = await open('voucherDetail', { ticketId: 'ticket-1' }, { server });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(words.notFound.text) !== null).toBe(!vouchers);
    expect(screen.queryByText(words.ticketLife.voucher) !== null).toBe(vouchers);
  });
});
