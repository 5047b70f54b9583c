// The time until a moment of this phone's own clock.
import { useEffect, useState } from 'react';

/** Takes epoch milliseconds; gives the milliseconds left, renewed each second and whenever the page is seen again. */
export function useTimeLeft(until: number): number {
  const [left, setLeft] = useState(() => until - Date.now());
  useEffect(() => {
    const tick = () => setLeft(until - Date.now());
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
    window.addEventListener('pageshow', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      window.removeEventListener('pageshow', tick);
    };
  }, [until]);
  return left;
}
