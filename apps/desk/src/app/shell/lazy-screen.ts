// A screen whose files are loaded when it is first shown.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { reloadPage, requireStyles } from '@kippu/client/reload-page';
import type { ScreenProps } from '../router/router.ts';

/**
 * Creates a screen from `file`, which imports it. If the import fails, the page reloads at the same address. The screen
 * throws if it still fails after the reload.
 */
export function lazyScreen(
  file: () => Promise<ComponentType<ScreenProps>>,
): LazyExoticComponent<ComponentType<ScreenProps>> {
  return lazy(async () => {
    try {
      const screen = await file();
      requireStyles();
      return { default: screen };
    } catch (error) {
      // The screen stays in its loading state until the page reloads.
      if (reloadPage()) return new Promise<never>(() => undefined);
      throw error;
    }
  });
}
