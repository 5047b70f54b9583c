// The form of a partner's terms.
import { deskChangePartner, deskPartners } from '@kippu/contract/calls/desk/partners';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPartner } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { press, renderDesk } from '../../test/render-desk.tsx';

test('saving a partner leaves out a product that the railway no longer sells', async () => {
  const server = new FakeServer();
  const products = [{ productId: 'ended-pass' }, { productId: 'city-day-qr', ticketsADay: 20 }];
  server.give(deskPartners, { items: [aPartner({ sellsAll: false, products })] });
  await renderDesk('#/partners', { server });
  await press('Change Trip Shop');
  await waitFor(() => expect(document.body.textContent).toContain('City day ticket'));
  await press('Save');
  await waitFor(() => expect(server.of(deskChangePartner)).toHaveLength(1));
  expect(server.of(deskChangePartner)[0]?.body).toMatchObject({
    products: [{ productId: 'city-day-qr', ticketsADay: 20 }],
  });
});
