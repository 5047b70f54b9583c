// A clock for screens: ticks at whole seconds or minutes of the server's time, and at once when the phone wakes.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { serverNow } from './server-clock.ts';

/** Gives the server's now (epoch milliseconds), renewed every `everyMs` and whenever the page is seen again. */
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
      // Before the first paint: what was on the screen when the phone fell asleep is never seen again.
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
