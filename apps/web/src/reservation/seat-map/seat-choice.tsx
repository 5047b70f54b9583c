// Below the map, in reach of the thumb: the choice in words, a button for an automatic choice, and the main action.
import type { SeatCar } from '@kippu/contract/calls/traveller/train';
import { Shuffle } from 'lucide-react';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import css from './seat-map-screen.module.css';
import { arrangementInWords, capital, seatsInWords } from '../seats/seat-words.ts';

interface Props {
  readonly cars: readonly SeatCar[];
  readonly wanted: number;
  readonly chosen: readonly string[];
  /** The seats of the reservation that is being changed. */
  readonly own: readonly string[];
  /** The chosen seats are those already reserved. */
  readonly unchanged: boolean;
  readonly busy: boolean;
  readonly onPick: () => void;
  readonly onGo: () => void;
}

export function SeatChoice({ cars, wanted, chosen, own, unchanged, busy, onPick, onGo }: Props) {
  const { seat } = useMessages();
  const language = useLanguage();
  const missing = wanted - chosen.length;
  return (
    <div className={css['choice']}>
      <div className={css['words']} aria-live="polite">
        <p className={css['seats']}>
          {chosen.length > 0 ? seatsInWords(chosen, seat, language) : seat.nothingChosen}
        </p>
        <p className={css['how']}>
          {unchanged
            ? capital(seat.mine, language)
            : chosen.length > 0
              ? arrangementInWords(cars, chosen, seat, language)
              : own.length > 0 && seat.mineNow(seatsInWords(own, seat, language))}
        </p>
      </div>
      <div className={css['pick']}>
        <Button kind="text" icon={Shuffle} busy={busy} onClick={onPick}>
          {seat.pick(wanted)}
        </Button>
      </div>
      <div className={css['go']}>
        <Button disabled={missing > 0 || unchanged} busy={busy} onClick={onGo}>
          {missing > 0 && chosen.length > 0 ? seat.chooseMore(missing) : seat.continue}
        </Button>
      </div>
    </div>
  );
}
