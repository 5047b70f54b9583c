// The time on a screen that counts.
import { useEffect, useState } from 'react';
import { serverNow } from '../app/server-clock.ts';

/** Now by the server's clock, epoch milliseconds, anew every `stepMs`. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
