// A gate's page in its own browser. Its camera shows the pictures that a test provides.
import { expect, type APIRequestContext, type Browser, type Locator, type Page } from '@playwright/test';
import { SHOWING_MS } from '@kippu/gate/core/repeat-filter';
import { PNG } from 'pngjs';
import { encode } from 'uqr';
import { staffToken } from '../desk/desk-page.ts';

export const PIN = '2468';

/** How a picture is held before the camera. */
export interface Held {
  readonly degrees?: number;
  /** 1 is unchanged, 0 is black. */
  readonly brightness?: number;
}

interface CameraWindow {
  /** Decodes a picture in advance, so that showing it takes no more of the page's time than a camera would. */
  readyForCamera(url: string): Promise<void>;
  holdBeforeCamera(url: string, degrees: number, brightness: number): Promise<void>;
}

interface VerdictWindow {
  /** Returns a mark of this moment for `verdictsSince`. */
  markVerdicts(): number;
  /** Returns what the gate has said since the mark, and what it says now. */
  verdictsSince(mark: number): readonly string[];
}

/** Runs before the page's own scripts. The camera is a real MediaStream of a canvas. */
function replaceCamera(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 720, height: 1280 });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(30);
  let ready: { readonly url: string; readonly picture: ImageBitmap } | undefined;
  const camera: CameraWindow = {
    async readyForCamera(url) {
      const image = new Image();
      image.src = url;
      await image.decode();
      ready = { url, picture: await createImageBitmap(image) };
    },
    async holdBeforeCamera(url, degrees, brightness) {
      if (ready?.url !== url) await camera.readyForCamera(url);
      const picture = ready?.picture;
      if (!picture) throw new Error('no picture');
      context.resetTransform();
      context.filter = 'none';
      context.fillStyle = '#555';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.translate(canvas.width / 2, canvas.height / 2);
      context.rotate((degrees * Math.PI) / 180);
      const scale = 0.92 * Math.min(canvas.width / picture.width, canvas.height / picture.height);
      context.scale(scale, scale);
      context.filter = `brightness(${brightness})`;
      context.drawImage(picture, -picture.width / 2, -picture.height / 2);
    },
  };
  Object.assign(window, camera);
}

/** Runs before the page's own scripts. Keeps what the gate says: on a busy machine it may be gone before a test looks. */
function keepVerdicts(): void {
  const saying = () => [...document.querySelectorAll('[role="status"]')].map((each) => each.textContent);
  const kept: string[] = [];
  new MutationObserver(() => kept.push(...saying())).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  const verdicts: VerdictWindow = {
    markVerdicts: () => kept.length,
    verdictsSince: (mark) => [...kept.slice(mark), ...saying()],
  };
  Object.assign(window, verdicts);
}

/** Returns a picture of a text's QR code, as large as a phone's screen. */
export function pictureOf(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const module = Math.ceil(640 / size);
  const png = new PNG({ width: size * module, height: size * module });
  for (let y = 0; y < png.height; y += 1)
    for (let x = 0; x < png.width; x += 1) {
      const dark = data[Math.floor(y / module)]?.[Math.floor(x / module)] === true;
      png.data.set([...Array<number>(3).fill(dark ? 0 : 255), 255], (y * png.width + x) * 4);
    }
  return PNG.sync.write(png);
}

/** Creates a one-time code as the desk does. */
export async function enrolCode(
  request: APIRequestContext,
  stationId: string,
  { inspects = false } = {},
): Promise<string> {
  const answer = await request.post('/desk/gates', {
    headers: { authorization: `Bearer ${await staffToken(request, 'manager')}` },
    data: { stationId, direction: 'both', inspects },
  });
  const { data } = (await answer.json()) as { data?: { code: string } };
  if (!data) throw new Error(`the desk returned no enrol code: ${answer.status()}`);
  return data.code;
}

export class GatePage {
  readonly page: Page;
  readonly verdict: Locator;
  private garbage = 0;

  private constructor(page: Page) {
    this.page = page;
    this.verdict = page.getByRole('status');
  }

  /**
   * Returns an enrolled gate with a working camera. With `ownClock`, `judge` can move its time. `prepare` may open the
   * page first.
   */
  static async enrolled(
    browser: Browser,
    request: APIRequestContext,
    {
      ownClock,
      prepare,
      stationId = 'kyoto',
    }: {
      readonly ownClock: boolean;
      readonly prepare?: (page: Page) => Promise<void>;
      readonly stationId?: string;
    },
  ): Promise<GatePage> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(replaceCamera);
    await page.addInitScript(keepVerdicts);
    if (ownClock) await page.clock.install();
    await prepare?.(page);
    if (page.url() === 'about:blank') await page.goto('/gate/');
    await page.locator('input[name=code]').fill(await enrolCode(request, stationId));
    await page.getByRole('button', { name: 'Entry and exit' }).click();
    await page.locator('input[name=pin]').fill(PIN);
    await page.locator('input[name=pin-again]').fill(PIN);
    await page.getByRole('button', { name: 'Enrol' }).click();
    const gate = new GatePage(page);
    // A stream begins with its first picture. The first sync loads the keys; without them the gate is out of service.
    await gate.hold(pictureOf('not a ticket'), 'Not a ticket code');
    await expect(page.getByRole('alert')).toHaveCount(0);
    return gate;
  }

  /** Holds a picture up until a verdict has contained the words. Each attempt is a new picture, as from a camera. */
  async hold(picture: Buffer, words: string, { degrees = 0, brightness = 1 }: Held = {}): Promise<void> {
    const url = `data:image/png;base64,${picture.toString('base64')}`;
    const mark = await this.page.evaluate(() => (window as unknown as VerdictWindow).markVerdicts());
    const said = () =>
      this.page.evaluate((from) => (window as unknown as VerdictWindow).verdictsSince(from).join('\n'), mark);
    await expect(async () => {
      await this.page.evaluate(
        ([shown, turned, bright]) =>
          (window as unknown as CameraWindow).holdBeforeCamera(shown, turned, bright),
        [url, degrees, brightness] as const,
      );
      await expect.poll(said, { timeout: 300, intervals: [50] }).toContain(words);
    }).toPass({ timeout: 20_000, intervals: [50] });
  }

  /** Returns how many unsent passages are on the device's disk. */
  async unsentCount(): Promise<number> {
    return this.page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('kippu-gate');
          opening.onerror = () => reject(new Error('the database did not open'));
          opening.onsuccess = () => {
            const counting = opening.result.transaction('queue').objectStore('queue').count();
            counting.onerror = () => reject(new Error('the queue was not read'));
            counting.onsuccess = () => {
              opening.result.close();
              resolve(counting.result);
            };
          };
        }),
    );
  }

  /** Decodes a picture before `timeTo`. */
  async ready(picture: Buffer): Promise<void> {
    const url = `data:image/png;base64,${picture.toString('base64')}`;
    await this.page.evaluate((shown) => (window as unknown as CameraWindow).readyForCamera(shown), url);
  }

  /** Holds a picture up. Returns the milliseconds from its first frame to a new verdict of that kind on the screen. */
  async timeTo(picture: Buffer, kind: 'go' | 'stop' | 'staff'): Promise<number> {
    const url = `data:image/png;base64,${picture.toString('base64')}`;
    return this.page.evaluate(
      async ([shown, wanted]) => {
        const before = document.querySelector('.verdict');
        const verdict = new Promise<number>((resolve) => {
          const observer = new MutationObserver(() => {
            const now = document.querySelector(`.verdict.${wanted}`);
            if (!now || now === before) return;
            observer.disconnect();
            resolve(performance.now());
          });
          observer.observe(document.body, { childList: true, subtree: true });
        });
        await (window as unknown as CameraWindow).holdBeforeCamera(shown, 0, 1);
        const drawn = performance.now();
        return (await verdict) - drawn;
      },
      [url, kind] as const,
    );
  }

  /** Holds something else up. Until the last showing ends, the gate ignores the next code of the same phone. */
  private async takeAway(): Promise<void> {
    this.garbage += 1;
    await this.hold(pictureOf(`https://example.jp/${this.garbage}`), 'Not a ticket code');
  }

  /**
   * Like `hold`, for a phone that was away so long that it counts as a new showing. The gate has its own running clock.
   */
  async holdAgain(picture: Buffer, words: string): Promise<void> {
    await this.takeAway();
    await this.page.clock.fastForward(SHOWING_MS);
    await this.hold(picture, words);
  }

  /**
   * Judges a picture at a gate whose clock is `ahead` milliseconds ahead of ours. An invalid code comes first, to end
   * the previous showing. Time then stops, so that the verdict stays on the screen.
   */
  async judge(picture: Buffer, words: string, held: Held = {}, ahead = 0): Promise<void> {
    // The gate's time must not go back. Its clock may have advanced since, or the last call took long.
    const shown = await this.page.evaluate(() => Date.now());
    const away = Math.max(Date.now() + ahead + 1000, shown + 1);
    await this.page.clock.pauseAt(away);
    await this.takeAway();
    await this.page.clock.pauseAt(away + SHOWING_MS);
    await this.hold(picture, words, held);
  }
}
