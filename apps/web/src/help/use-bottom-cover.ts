// What covers the bottom of the page: the tab bar, and the keyboard where the browser does not move the page itself.
import { useEffect, useState } from 'react';

/** Browser bars change the height by less than this. */
const KEYBOARD_LEAST_PX = 120;

/** Returns the pixels that the keyboard covers; 0 without one. */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      // A pinch zoom is not a keyboard.
      const covered = view.scale > 1.01 ? 0 : window.innerHeight - view.height - view.offsetTop;
      setInset(covered > KEYBOARD_LEAST_PX ? Math.round(covered) : 0);
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
    };
  }, []);
  return inset;
}

/** Returns the height of the tab bar in pixels, which grows with the font; 0 until measured. */
export function useTabBarHeight(): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    // The tab bar lies outside the screen, so search the whole page. It is the only nav with a current page.
    const bar = document.querySelector('nav:has([aria-current="page"])');
    if (!bar) return;
    const observer = new ResizeObserver(() => setHeight(bar.getBoundingClientRect().height));
    observer.observe(bar, { box: 'border-box' });
    return () => observer.disconnect();
  }, []);
  return height;
}
