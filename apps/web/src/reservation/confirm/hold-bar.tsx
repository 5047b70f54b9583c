// Shows how long the seats are still held.
import { theRules } from '@kippu/domain/rules';
import { formatCountdown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/messages.ts';
import css from './hold-bar.module.css';

/** The visible time changes every second; the text for screen readers changes once a minute. */
export function HoldBar({ leftMs }: { readonly leftMs: number }) {
  const { seat } = useMessages();
  const share = Math.min(1, Math.max(0, leftMs / (theRules().holdSeconds * 1000)));
  const minutes = Math.ceil(leftMs / 60_000);
  return (
    <div className={`${css['hold']} ${minutes <= 1 ? css['short'] : ''}`}>
      <span className={css['word']}>{seat.heldForYou}</span>
      <span className={css['track']} aria-hidden="true">
        <span className={css['rest']} style={{ transform: `scaleX(${share})` }} />
      </span>
      <span className={css['time']} aria-hidden="true">
        {formatCountdown(leftMs)}
      </span>
      <span className="unseen" role="timer" aria-live="polite">
        {seat.timeLeft(minutes)}
      </span>
    </div>
  );
}
