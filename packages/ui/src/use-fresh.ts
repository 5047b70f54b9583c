// What has just appeared under a finger takes no tap yet: the second of two taps was meant for what was there before.
import { useEffect, useRef, useState, type MouseEvent } from 'react';

/** Double taps are at most this far apart. */
const FRESH_MS = 400;

interface Fresh {
  /** For CSS: what is fresh lets taps through. */
  readonly 'data-fresh': true | undefined;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/** Gives the properties of an element whose buttons must not be hit by accident; it is fresh when it is first shown. */
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
    // A busy phone hands taps over late: they count from when the finger was there. Keys (detail 0) are no taps.
    onClickCapture: (event) => {
      if (event.detail === 0 || event.timeStamp - shownAt.current >= FRESH_MS) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
