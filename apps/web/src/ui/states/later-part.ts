// A part of the first screen whose file is loaded when the screen is there.
import { reloadPage } from '@kippu/client/reload-page';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** If the file fails to load, the rest of the screen stays, and a reload of the page is tried. */
export const laterPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: (await load().catch(() => void reloadPage())) ?? (() => null) }));
