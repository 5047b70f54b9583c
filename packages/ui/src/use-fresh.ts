// An element that has just appeared ignores taps: the second of two taps was meant for what was there before.
import { useEffect, useRef, useState, type MouseEvent } from 'react';

/** The longest time between the taps of a double tap. */
const FRESH_MS = 400;

interface Fresh {
  /** For CSS: taps pass through a fresh element. */
  readonly 'data-fresh': true | undefined;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/** Returns the properties of an element whose buttons must not be pressed by accident when it first appears. */
export function useFresh(): Fresh {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    shownAt.current = performance.now();
    const timer = setTimeout(() => setFresh(false), FRESH_MS);
    return () => clearTimeout(timer);
  }, []);
  return {
    'data-fresh': fresh || undefined,
    // A busy phone delivers taps late, so the time of the touch counts. Keyboard clicks (detail 0) are not taps.
    onClickCapture: (event) => {
      if (event.detail === 0 || event.timeStamp - shownAt.current >= FRESH_MS) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
