// Works like a gate's camera: reads the QR code from the page's pixels, then decides its text.
import type { Locator } from '@playwright/test';
import { theRules } from '@kippu/domain/rules';
import { verifyCode, type Verdict } from '@kippu/ticket-code/decide/verify';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { issuerKeys } from '../server/issuer-keys.ts';

/** Returns the text of the code in a screenshot of the element. Throws when no code can be read. */
export async function readCode(picture: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await picture.screenshot());
  const found = jsQR(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error('no QR code can be read from the pixels');
  return found.data;
}

/** Returns the verdict on a code's text and direction at a gate without earlier passages. `now` is in epoch seconds. */
export function judge(text: string, direction: 'in' | 'out', now = Math.floor(Date.now() / 1000)): Verdict {
  const known = issuerKeys().publicKeys.map((key) => ({
    ...key,
    publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
  }));
  return verifyCode(text, {
    now,
    issuerKeys: known,
    exitGraceSeconds: theRules().exitGraceHours * 3600,
    isRevoked: () => false,
    isSeen: () => false,
    direction,
  });
}
