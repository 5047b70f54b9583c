// The desk lists the pages of what the railway has.
import { pageSettings } from '@kippu/client/page-settings';
import type { RailwayHas } from '@kippu/contract/page-settings';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderDesk } from '../../../test/render-desk.tsx';
import { PLACE_TITLES } from '../router/place-titles.ts';

const WHOLE: RailwayHas = { hasSeats: true, hasGates: true };
afterEach(() => void Object.assign(pageSettings(), WHOLE));

test.each([
  ['hasSeats', 'trains'],
  ['hasGates', 'gates'],
] as const)('without %s there is no page %s', async (lacking, page) => {
  const pages = async (has: Partial<RailwayHas>) => {
    Object.assign(pageSettings(), WHOLE, has);
    await renderDesk('#/staff', { staff: { role: 'manager' } });
    const menus = await screen.findAllByRole('navigation', { name: 'Menu' });
    return menus.flatMap((menu) => within(menu).getAllByRole('link')).map(({ textContent }) => textContent);
  };
  const all = await pages({});
  const title = PLACE_TITLES[page].en;
  expect(all).toContain(title);
  document.body.replaceChildren();
  expect(await pages({ [lacking]: false })).toEqual(all.filter((each) => each !== title));
});
