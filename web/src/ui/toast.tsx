// A word in passing, 1500 ms unless told otherwise: never for what must be read or answered.
import { TOAST_MS } from '@kippu/contract/limits';
import { useEffect, useSyncExternalStore } from 'react';
import css from './toast.module.css';

let text: { readonly words: string; readonly ms: number } | null = null;
const listeners = new Set<() => void>();
const change = (next: typeof text) => {
  text = next;
  for (const listener of listeners) listener();
};

/** Shows words for a while; a newer toast takes the older one's place. */
export const toast = (words: string, ms = TOAST_MS): void => change({ words, ms });

export function ToastHost() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
  );
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => change(null), shown.ms);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div className={css['host']} role="status">
      {shown && <p className={css['toast']}>{shown.words}</p>}
    </div>
  );
}
