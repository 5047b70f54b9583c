// What staff hand over after a reissue: of an unclaimed ticket its own link and the order's new one.
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Reissued } from './reissued.tsx';

const ticket = {
  ticketId: 'ticket-2',
  ticketNo: '123456789012',
  voucherNo: 'ABCDEFGHJKMN',
  redeemCode: 'ABCDEFGHJKMNPQRS',
  link: 'https://kippu.example/#/packages/ticket/add?link=OWN',
  orderLink: 'https://kippu.example/#/packages/ticket/add?link=ORDER',
};

test("an unclaimed ticket's own link and the order's new link are shown, and both can be copied", () => {
  render(<Reissued as={ticket} bound={false} keptSeats={false} />);
  expect(screen.getByText(ticket.link)).toBeTruthy();
  expect(screen.getByText(ticket.orderLink)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^(リンクをコピー|Copy link)$/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /注文全体のリンクをコピー|Copy the order’s link/ })).toBeTruthy();
});

test('of a ticket in an account nothing is handed over', () => {
  render(<Reissued as={ticket} bound keptSeats={false} />);
  expect(screen.queryByText(ticket.orderLink)).toBeNull();
  expect(screen.queryByText(ticket.link)).toBeNull();
});
