// A phone's camera at a station: shows a poster in place of a real camera.
import type { Page } from '@playwright/test';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { dateAt } from '@kippu/domain/time/service-day';
import { loadOperator } from '@kippu/server/platform/operator/read-input';
import { posterSvg } from '@kippu/server/station/poster-svg';
import { signPoster } from '@kippu/server/station/poster';
import { newIssuerKeys } from '@kippu/server/platform/keys/issuer-keys';
import { issuerKeys } from '../server/issuer-keys.ts';

const operator = await loadOperator('operators/kansai', Date.now());

/** Returns a station of the operator. Throws for an unknown id. */
export function stationOf(stationId: string): Station {
  const station = operator.stations.get(stationId);
  if (!station) throw new Error(`no station '${stationId}'`);
  return station;
}

/**
 * Returns the station's poster as printed. A forged one is signed by somebody else under our key's name. `text`
 * replaces the code's text.
 */
export function posterOf(stationId: string, { forged = false, text = '' } = {}): string {
  const keys = issuerKeys();
  const signer = forged ? { ...newIssuerKeys(Date.now()), kid: keys.kid } : keys;
  const code = text || signPoster(signer, stationId);
  return posterSvg(stationOf(stationId), code, operator.agency.name, dateAt(keys.notAfter * 1000));
}

interface CameraWindow extends Window {
  aimCamera?: (svg: string) => Promise<void>;
  refuseCamera?: string;
  cameraTracks?: MediaStreamTrack[];
}

/** Gives the page a camera that shows a bare wall until it is aimed. Call it before the page is opened. */
export async function giveCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const own: CameraWindow = window;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1280, 720];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    let seen: HTMLImageElement | undefined;
    own.aimCamera = async (svg) => {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      await image.decode();
      seen = image;
    };
    const stream = () => {
      const made = canvas.captureStream(10);
      const [track] = made.getVideoTracks();
      own.cameraTracks = [...(own.cameraTracks ?? []), ...made.getTracks()];
      // A stream has a picture only when the canvas is drawn on, so it is redrawn while somebody reads it.
      const timer = setInterval(() => {
        if (track?.readyState === 'ended') return clearInterval(timer);
        context.fillStyle = '#b8b4a8';
        context.fillRect(0, 0, canvas.width, canvas.height);
        // Upright and slightly tilted, as in a hand.
        context.save();
        context.translate(canvas.width / 2, canvas.height / 2);
        context.rotate(0.05);
        if (seen) context.drawImage(seen, -340, -480, 680, 960);
        context.restore();
      }, 100);
      return made;
    };
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
      value: async () => {
        if (own.refuseCamera) throw new DOMException('refused', own.refuseCamera);
        return stream();
      },
    });
  });
}

/** Aims the camera at a poster. */
export async function aimAt(page: Page, svg: string): Promise<void> {
  await page.evaluate((picture) => (window as CameraWindow).aimCamera?.(picture), svg);
}

/** From now on the browser refuses the camera with an error of this name. '' allows it again. */
export async function refuseCamera(page: Page, name: string): Promise<void> {
  await page.evaluate((error) => {
    (window as CameraWindow).refuseCamera = error;
  }, name);
}

/** Returns how many camera tracks are on. The camera's light is on while there is one. */
export const tracksOn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      ((window as CameraWindow).cameraTracks ?? []).filter(({ readyState }) => readyState === 'live').length,
  );
