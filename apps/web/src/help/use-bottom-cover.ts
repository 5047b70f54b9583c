// What covers the page's bottom: the tab bar, and the phone's keyboard where the browser does not move the page itself.
import { useEffect, useState } from 'react';

/** Browser bars come and go by less than this. */
const KEYBOARD_LEAST_PX = 120;

/** Pixels covered by the keyboard; 0 without one. */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      // A page zoomed in by the fingers is no keyboard.
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

/** The height of the tab bar, pixels, which grows with the font; 0 until it was measured. */
export function useTabBarHeight(): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    // The shell's bar lies outside of every screen, so it is found on the page: there is only one that sticks below.
    const bar = document.querySelector('nav:has([aria-current="page"])');
    if (!bar) return;
    const observer = new ResizeObserver(() => setHeight(bar.getBoundingClientRect().height));
    observer.observe(bar, { box: 'border-box' });
    return () => observer.disconnect();
  }, []);
  return height;
}
