// The message when the app fails before it sends a request, as in a browser that lacks a required feature.
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

test('a read that throws before it is sent shows a fault of the app, and offers a reload', async () => {
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const { words, user } = await renderApp('seats', {}, { account: {} });
  const { common, client } = words;
  expect((await screen.findAllByText(common.brokenText)).length).toBeGreaterThan(0);
  expect(screen.queryByText(client.networkDown)).toBeNull();
  expect(screen.queryByText(common.offline)).toBeNull();
  const [again] = screen.getAllByRole('button', { name: common.reload });
  if (!again) throw new Error('no button');
  await user.click(again);
  expect(reload).toHaveBeenCalledOnce();
});
