// A screen that is judged or taken a picture of must stand still.
import type { Page } from '@playwright/test';

/** Waits until what moves or fades now has come to its end; what moves for ever is not waited for. */
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
