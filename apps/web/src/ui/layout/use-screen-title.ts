// Sets the window's title, and the point from which screen readers and keyboards continue.
import { useEffect, useRef, type RefObject } from 'react';
import { screenNumber } from '../../app/router/router.ts';
import { appName } from '@kippu/words/railway';

/**
 * Sets the window's title and returns the ref for the screen's h1, which needs tabIndex -1 inside `main`. A new
 * screen focuses its h1, unless one of its fields already has the focus. The first screen after the start does not,
 * so that the browser reads the page from its beginning.
 */
export function useScreenTitle(title: string): RefObject<HTMLHeadingElement | null> {
  useEffect(() => {
    document.title = `${title} · ${appName()}`;
  }, [title]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const screen = heading.current?.closest('main');
    if (screenNumber() > 0 && !screen?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
