// Takes pictures of a screen on a small and a usual phone, in light and dark, as visible and in full length.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Language } from '@kippu/contract/languages';
import { movementEnds, showIn } from '../support/movement-ends.ts';
import type { Traveller } from '../support/traveller.ts';
import { ORIGIN } from './scenario.ts';

export const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
] as const;
const THEMES = ['light', 'dark'] as const;

export class Shooter {
  /** Pictures that failed, and screens wider than the phone. */
  readonly faults: string[] = [];
  readonly traveller: Traveller;
  private readonly folder: string;
  private readonly wanted: RegExp;

  constructor(traveller: Traveller, folder: string, wanted: RegExp) {
    this.traveller = traveller;
    this.folder = folder;
    this.wanted = wanted;
  }
  get page(): Page {
    return this.traveller.page;
  }
  get language(): Language {
    return this.traveller.language;
  }
  get words() {
    return this.traveller.words;
  }

  /**
   * Runs the steps to the pictures `names`, unless none of them is wanted. A failure is recorded, and the walk
   * continues with the network on.
   */
  async scene(names: string, act: () => Promise<void>): Promise<void> {
    if (!names.split(' ').some((name) => this.wanted.test(name))) return;
    try {
      await act();
    } catch (error) {
      const text = error instanceof Error ? error.message.split('\n').slice(0, 6).join(' | ') : String(error);
      this.faults.push(`${this.language} ${names}: ${text}`);
    } finally {
      await this.page.context().setOffline(false);
    }
  }

  /** Takes the pictures of an address. */
  async screen(name: string, address: string): Promise<void> {
    await this.scene(name, async () => {
      await this.open(address);
      await this.shot(name);
    });
  }

  /** Clears the phone's cached answers, which the next screen would show at once. */
  async forgetAnswers(): Promise<void> {
    // While the app runs it may cache another answer.
    await this.page.goto('about:blank');
    const phone = await this.page.context().newCDPSession(this.page);
    await phone.send('Storage.clearDataForOrigin', { origin: ORIGIN, storageTypes: 'indexeddb' });
    await phone.detach();
  }

  async open(address: string): Promise<void> {
    // A screen with the same address would not change.
    await this.page.goto('about:blank');
    await this.traveller.open(address);
  }

  /** Takes the pictures of the current screen. `raw` does not wait for loading. */
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
        await showIn(page, colorScheme);
        await save(`${size.width}-${colorScheme}`);
        const { wide, high } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth - window.innerWidth,
          high: document.documentElement.scrollHeight,
        }));
        if (wide > 0) this.faults.push(`${this.language} ${name}: ${wide} px wider than ${size.width}`);
        if (!whole || size.width !== 320 || high <= size.height + 8) continue;
        // Uses a phone as high as the screen, because Playwright's full-page picture misplaces swiped content.
        await page.setViewportSize({ width: size.width, height: high });
        // The larger phone leaves more room between the parts.
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
