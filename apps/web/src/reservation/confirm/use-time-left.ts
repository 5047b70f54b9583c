// The time until a moment of the server's clock.
import { useEffect, useState } from 'react';
import { serverNow } from '../../app/clock/server-clock.ts';

/**
 * Returns the milliseconds until `until` (epoch milliseconds, server's clock). Updates every second and when the page
 * becomes visible. If the phone's clock is changed, the next answer of the server corrects the result.
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
