// Replaces the code after the gate has opened and shows the direction, so that nobody presents the code twice.
import type { PassageNews } from '@kippu/contract/passage-stream';
import { LogIn, LogOut } from 'lucide-react';
import { formatTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/messages.ts';
import css from './passed-panel.module.css';

export function PassedPanel({ passed: { direction, at } }: { readonly passed: PassageNews }) {
  const { ticket: words } = useMessages();
  const Way = direction === 'in' ? LogIn : LogOut;
  return (
    <div className={css['panel']} role="status">
      <Way size={96} strokeWidth={1.75} aria-hidden="true" />
      <p className={css['words']}>{direction === 'in' ? words.passedIn : words.passedOut}</p>
      <p className={css['time']}>{formatTime(at)}</p>
    </div>
  );
}
