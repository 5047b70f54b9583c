// A clock for screens. It ticks at whole seconds or minutes of the server's time, and at once when the phone wakes.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { serverNow } from './server-clock.ts';

/** Returns the server's time in epoch milliseconds, updated every `everyMs` and when the page becomes visible. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      clearTimeout(timer);
      const at = serverNow();
      setNow(at);
      timer = setTimeout(tick, everyMs - (at % everyMs) + 5);
    };
    tick();
    const wake = () => {
      // Update before the first paint, so that the state from before the sleep is never visible.
      if (!document.hidden) flushSync(tick);
    };
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('pageshow', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('pageshow', wake);
    };
  }, [everyMs]);
  return now;
}
