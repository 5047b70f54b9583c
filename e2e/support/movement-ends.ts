// A screen must stand still before it is checked or photographed.
import type { Page } from '@playwright/test';

/** Shows the app, which is open, in light or dark colours, without movement. The app follows the phone a moment later. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(
    (wanted) => document.documentElement.dataset['appearance'] === wanted,
    colorScheme,
  );
}

/** Waits until current animations have ended. Endless animations are ignored. What has just changed begins to move within two frames. */
export async function movementEnds(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(
          (each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity,
        )
        .map((each) => each.finished),
    );
  });
}
