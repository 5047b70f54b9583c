// How much of the page's bottom the phone's keyboard covers, where the browser does not move the page itself.
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
