// Takes a screen's pictures: on the small and the usual phone, in light and dark, as it stands and whole.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Language } from '@kippu/contract/limits';
import { movementEnds } from '../movement-ends.ts';
import type { Traveller } from '../traveller.ts';
import { ORIGIN } from './stage.ts';

export const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
] as const;
const THEMES = ['light', 'dark'] as const;

export class Shooter {
  /** What could not be taken, and what is wider than the phone. */
  readonly faults: string[] = [];
  constructor(
    readonly traveller: Traveller,
    private readonly folder: string,
    private readonly wanted: RegExp,
  ) {}
  get page(): Page {
    return this.traveller.page;
  }
  get language(): Language {
    return this.traveller.language;
  }
  get words() {
    return this.traveller.words;
  }

  /** Does what leads to the pictures `names`, unless none of them is wanted; a failure is kept and the walk goes on. */
  async scene(names: string, act: () => Promise<void>): Promise<void> {
    if (!names.split(' ').some((name) => this.wanted.test(name))) return;
    try {
      await act();
    } catch (error) {
      const text = error instanceof Error ? error.message.split('\n').slice(0, 6).join(' | ') : String(error);
      this.faults.push(`${this.language} ${names}: ${text}`);
    }
  }

  /** The pictures of what stands at an address. */
  async screen(name: string, address: string): Promise<void> {
    await this.scene(name, async () => {
      await this.open(address);
      await this.shot(name);
    });
  }

  /** Makes the phone forget the answers it keeps, which the next screen would show at once. */
  async forgetAnswers(): Promise<void> {
    // While the app runs it may keep one more.
    await this.page.goto('about:blank');
    const phone = await this.page.context().newCDPSession(this.page);
    await phone.send('Storage.clearDataForOrigin', { origin: ORIGIN, storageTypes: 'indexeddb' });
    await phone.detach();
  }

  async open(address: string): Promise<void> {
    // A screen of the same address would stay as it is.
    await this.page.goto('about:blank');
    await this.traveller.open(address);
  }

  /** The pictures of what stands now; `raw` does not wait for what is still loading. */
  async shot(name: string, { raw = false, whole = true } = {}): Promise<void> {
    if (!this.wanted.test(name)) return;
    const { page } = this;
    if (!raw) await this.traveller.settled();
    await movementEnds(page);
    const folder = join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    const save = (file: string) =>
      page.screenshot({
        path: join(folder, `${this.language}-${file}.png`),
        animations: 'disabled',
        timeout: 15_000,
      });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // The app hears of it a little later.
        await page.waitForFunction(
          (wanted) => document.documentElement.dataset['appearance'] === wanted,
          colorScheme,
        );
        await save(`${size.width}-${colorScheme}`);
        const { wide, high } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth - window.innerWidth,
          high: document.documentElement.scrollHeight,
        }));
        if (wide > 0) this.faults.push(`${this.language} ${name}: ${wide} px wider than ${size.width}`);
        if (!whole || size.width !== 320 || high <= size.height + 8) continue;
        // On a phone as high as the screen: Playwright's own whole picture leaves what is swiped between two of its places.
        await page.setViewportSize({ width: size.width, height: high });
        // It leaves more room between its parts there.
        const all = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width: size.width, height: all });
        await save(`whole-${colorScheme}`);
        await page.setViewportSize(size);
      }
    }
    await page.setViewportSize(SIZES[0]);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  }

  sees(text: string) {
    return expect(this.page.getByText(text, { exact: true }).first()).toBeVisible({ timeout: 10_000 });
  }
}
