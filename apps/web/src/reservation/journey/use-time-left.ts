// The time until a moment of the server's clock.
import { useEffect, useState } from 'react';
import { serverNow } from '../app/server-clock.ts';

/**
 * Takes epoch milliseconds by the server's clock; gives the milliseconds left, renewed each second and whenever the page
 * is seen again. A phone whose clock is set anew meanwhile is right again at the server's next answer.
 */
export function useTimeLeft(until: number): number {
  const [left, setLeft] = useState(() => until - serverNow());
  useEffect(() => {
    const tick = () => setLeft(until - serverNow());
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
