// The title of the screen that is shown: the window's name, and where who listens to the app or goes by keys goes on from.
import { useEffect, useRef, type RefObject } from 'react';
import { screenNumber } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';

/**
 * Names the window and gives the ref of the screen's h1, which has tabIndex -1 and lies in its main. The h1 takes the focus
 * when the screen comes, unless a field of the screen has taken it; with the screen that the app was opened with, the
 * browser reads the page from its beginning.
 */
export function useScreenTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const { common } = useMessages();
  useEffect(() => {
    document.title = `${title} · ${common.appName}`;
  }, [title, common.appName]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const screen = heading.current?.closest('main');
    if (screenNumber() > 0 && !screen?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
