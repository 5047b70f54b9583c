// Keeps one from leaving a place unawares while something there is not saved: by a link, by going back, by closing the tab.
import { useEffect, useRef, useState } from 'react';

export interface LeaveGuard {
  /** Whether somebody wants to leave and is to be asked. */
  readonly asking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** From now on nobody is asked, as when it was just saved. */
  readonly release: () => void;
}

/** The link of the page that a click would follow here. */
function linkOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  return link?.getAttribute('href') ?? null;
}

/** Asks while `unsaved`; whoever uses it shows the question while `asking`. */
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
      // Nobody hears of the place that was gone to: it is left again before anything is drawn.
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
