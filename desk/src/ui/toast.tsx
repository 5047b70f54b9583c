// A word in passing, that something was done: never for what must be read or answered.
import { CircleCheck } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from './button.tsx';
import css from './toast.module.css';

const STAYS_MS = 4_000;
let shown: { readonly words: string } | null = null;
const listeners = new Set<() => void>();
const change = (next: typeof shown) => {
  shown = next;
  for (const listener of listeners) listener();
};

/** Shows words for a while and has them read aloud; a newer toast takes the older one's place. */
export const toast = (words: string): void => change({ words });

export function ToastHost() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => change(null), STAYS_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div className={css['host']} role="status">
      {now && (
        <p className={css['toast']}>
          <Icon of={CircleCheck} />
          {now.words}
        </p>
      )}
    </div>
  );
}
