// What a gate's camera does: the QR code out of the page's pixels, then the one decider over its text.
import type { Locator } from '@playwright/test';
import { verifyCode, type Verdict } from '@kippu/ticket-code/verify';
import { loadIssuerKeys } from '@kippu/server/ticket/issuer-keys';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

/** Takes what shows the code; gives its text as read from a screenshot. Throws when no code can be read. */
export async function readCode(picture: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await picture.screenshot());
  const found = jsQR(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error('no QR code can be read from the pixels');
  return found.data;
}

/** Takes a code's text and a direction; gives the verdict of a gate that has seen nothing yet, at `now` (epoch seconds). */
export function judge(text: string, direction: 'in' | 'out', now = Math.floor(Date.now() / 1000)): Verdict {
  const keys = loadIssuerKeys(process.env['E2E_DATA_DIR'] ?? '', Date.now());
  const issuerKeys = keys.publicKeys.map((key) => ({
    ...key,
    publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
  }));
  return verifyCode(text, { now, issuerKeys, isRevoked: () => false, isSeen: () => false, direction });
}
