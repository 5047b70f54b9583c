// The files of the QR reader on a bad network.
import { expect, test, vi } from 'vitest';
import { qrReader } from './qr-reader.ts';

vi.mock('zxing-wasm/reader', () => {
  throw new Error('the module did not arrive');
});

test('when the files fail again the page reloads, because some browsers cache a failed module', async () => {
  const reload = vi.fn(() => true);
  vi.stubGlobal('window', {});
  vi.stubGlobal('kippuReload', reload);
  await expect(qrReader()).rejects.toMatchObject({ reason: 'networkDown' });
  expect(reload).not.toHaveBeenCalled();
  await expect(qrReader()).rejects.toMatchObject({ reason: 'networkDown' });
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
