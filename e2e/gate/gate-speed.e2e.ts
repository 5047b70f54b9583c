// The time from the camera frame with a code to the verdict, on a processor four times slower. Run it by
// bench/gate-camera.ts only, because a busy machine distorts the result.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { test } from '@playwright/test';
import { signCertificate } from '@kippu/ticket-code/certificate/certificate';
import { encodeCode } from '@kippu/ticket-code/code/text';
import { signMoment } from '@kippu/ticket-code/code/moment';
import { phonePublicKey, phoneSigner } from '@kippu/ticket-code/crypto/phone-key';
import { issuerKeys } from '../support/server/issuer-keys.ts';
import { GatePage, pictureOf } from '../support/gate/gate-page.ts';

const CODES = 25;
const RESULT = process.env['GATE_CAMERA_RESULT'];

/** Returns a valid current code of a new ticket and phone. */
async function newCode(): Promise<string> {
  const keys = issuerKeys();
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const now = Math.floor(Date.now() / 1000);
  const certificate = await signCertificate(
    {
      ticketId: randomUUID(),
      ticketNo: '504794822117',
      productId: 'haruka-kix-kyoto',
      productName: 'はるか片道きっぷ（関西空港→京都）',
      passengerCategory: 'adult',
      validFrom: now - 3600,
      validUntil: now + 86_400,
      phoneKey: await phonePublicKey(pair.publicKey),
      issuedAt: now,
      expiresAt: now + 3600,
      seat: { train: 'はるか11号', car: '4', seat: '12A' },
    },
    keys.kid,
    keys.sign,
  );
  const moment = await signMoment(certificate, now, 'in', phoneSigner(pair.privateKey));
  return encodeCode({ certificate, ...moment });
}

for (const slower of [1, 4])
  test(`time from camera frame to verdict, processor ${slower} times slower`, async ({
    browser,
    request,
  }) => {
    test.skip(!RESULT, 'run by bench/gate-camera.ts');
    const gate = await GatePage.enrolled(browser, request, { ownClock: false });
    const devtools = await gate.page.context().newCDPSession(gate.page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    // The page's own processor time, so that other load on this machine does not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busyMs = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    };
    const times: number[] = [];
    const busy: number[] = [];
    for (let n = 0; n < CODES; n += 1) {
      const picture = pictureOf(await newCode());
      await gate.ready(picture);
      const before = await busyMs();
      times.push(await gate.timeTo(picture, 'go'));
      busy.push((await busyMs()) - before);
    }
    writeFileSync(RESULT ?? '', `${JSON.stringify({ slower, times, busy })}\n`, { flag: 'a' });
    await gate.page.context().close();
  });
