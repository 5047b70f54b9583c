// Asks for confirmation before unsaved work is lost by a link, by going back, or by closing the tab.
import { useEffect, useRef, useState } from 'react';

export interface LeaveGuard {
  /** Whether the question must be shown. */
  readonly asking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** Disables the guard, for example after saving. */
  readonly release: () => void;
}

/** Returns the link within the page that a click would follow. */
function linkOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  return link?.getAttribute('href') ?? null;
}

/** Guards the place while `unsaved`. The caller shows the question while `asking`. */
export function useLeaveGuard(unsaved: boolean): LeaveGuard {
  const [wanted, setWanted] = useState<string | null>(null);
  const free = useRef(false);
  useEffect(() => {
    if (!unsaved) return;
    const here = location.hash;
    const state: unknown = history.state;
    const onClick = (event: MouseEvent) => {
      const href = linkOf(event);
      if (free.current || href === null || href === location.hash) return;
      event.preventDefault();
      setWanted(href);
    };
    const onHash = (event: HashChangeEvent) => {
      const next = location.hash;
      if (free.current || next === here) return;
      // The event is stopped and the address restored before anything is drawn.
      event.stopImmediatePropagation();
      history.pushState(state, '', here);
      setWanted(next);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault();
    };
    document.addEventListener('click', onClick, { capture: true });
    addEventListener('hashchange', onHash, { capture: true });
    addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      removeEventListener('hashchange', onHash, { capture: true });
      removeEventListener('beforeunload', onUnload);
    };
  }, [unsaved]);
  return {
    asking: wanted !== null,
    stay: () => setWanted(null),
    leave: () => {
      free.current = true;
      setWanted(null);
      if (wanted !== null) location.hash = wanted;
    },
    release: () => {
      free.current = true;
    },
  };
}
