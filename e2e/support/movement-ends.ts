// A screen must stand still before it is checked or photographed.
import type { Page } from '@playwright/test';

/** Waits until current animations have ended. Endless animations are ignored. */
export async function movementEnds(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          (each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity,
        )
        .map((each) => each.finished),
    ),
  );
}
