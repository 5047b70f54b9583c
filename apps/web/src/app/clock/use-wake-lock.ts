// Keeps the screen awake while a gate or staff read it. Requests the lock again each time the page becomes visible.
import { useEffect } from 'react';

/** Keeps the screen awake while `wanted`. Has no effect where the browser does not support it. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    const ask = async () => {
      if (document.hidden || gone) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (gone) await lock.release();
      } catch {
        // The browser refuses in battery saver mode: the screen dims as usual.
        lock = undefined;
      }
    };
    void ask();
    const again = () => void ask();
    document.addEventListener('visibilitychange', again);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, [wanted]);
}
