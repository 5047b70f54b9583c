// A short message that disappears. Not for anything that must be read or answered.
import { newStore } from '@kippu/client/store';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import css from './toast.module.css';

const shown = newStore<{ readonly words: string; readonly ms: number | undefined } | null>(null);

/**
 * Shows a message for `ms` milliseconds, or for the default time of the host, and has it read aloud. A newer toast
 * replaces the older one.
 */
export const toast = (words: string, ms?: number): void => shown.set({ words, ms });

/** Displays toasts; used once per page. `ms` is the default time in milliseconds, `icon` precedes the message. */
export function ToastHost({ ms, icon }: { readonly ms: number; readonly icon?: LucideIcon }) {
  const now = useSyncExternalStore(shown.subscribe, shown.get);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => shown.set(null), now.ms ?? ms);
    return () => clearTimeout(timer);
  }, [now, ms]);
  return (
    <div className={css['host']} role="status">
      {now && (
        <p className={css['toast']}>
          {icon && <Icon of={icon} />}
          {now.words}
        </p>
      )}
    </div>
  );
}
