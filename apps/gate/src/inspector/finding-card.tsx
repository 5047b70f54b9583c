// What the last code is: genuine or not, whose seat on which leg, and what to look at.
import { X } from 'lucide-react';
import { nameIn } from '@kippu/contract/names';
import { splitSeat } from '@kippu/domain/reservation/seat-name';
import { epochToWall } from '@kippu/domain/time/service-day';
import { VerdictShape } from '../screens/parts.tsx';
import { CATEGORY, text } from '../text/texts.ts';
import type { Finding } from './inspector.ts';
import { HEADLINES, notesOf } from './inspector-words.ts';
import type { SeatList } from './seat-list.ts';
import { useStaffLanguage } from './staff-language.tsx';

const SHAPE = { good: 'go', look: 'staff', bad: 'stop' } as const;
const shortTime = (seconds: number): string =>
  epochToWall(seconds * 1000)
    .slice(5, 16)
    .replace('-', '/');

interface Place {
  readonly car: string;
  readonly seat: string;
  /** The train of a seat that is not in the list; else the leg. */
  readonly where: string;
}

/** Returns the seats to show: those of the list with their legs, else the one on the ticket with its train. */
function usePlaces({ check, standing }: Finding, list: SeatList | null): readonly Place[] {
  const { language } = useStaffLanguage();
  if (!check.ok || !standing) return [];
  if (!('seats' in standing) || !list) {
    const { seat } = check.certificate;
    return seat ? [{ car: seat.car, seat: seat.seat, where: seat.train }] : [];
  }
  const nameAt = (stop: number) => nameIn(list.stops[stop] ?? {}, 'stationName', language);
  return standing.seats.map(({ seat, firstLeg, endLeg }) => ({
    ...(splitSeat(seat) ?? { car: '', seat }),
    where: `${nameAt(firstLeg)} → ${nameAt(endLeg)}`,
  }));
}

interface Props {
  readonly finding: Finding;
  readonly list: SeatList | null;
  readonly onClose: () => void;
}

export function FindingCard({ finding, list, onClose }: Props) {
  const { say } = useStaffLanguage();
  const { kind, check } = finding;
  const { certificate } = check;
  const places = usePlaces(finding, list);
  return (
    <div className={`finding ${kind}`} role="status">
      <header>
        <VerdictShape kind={SHAPE[kind]} />
        <h2>{say(HEADLINES[kind])}</h2>
        <button
          type="button"
          className="finding-close"
          aria-label={say(text('次を読む', 'Read the next'))}
          onClick={onClose}
        >
          <X size={24} strokeWidth={2} />
        </button>
      </header>
      {notesOf(finding, list?.madeAt.slice(11, 16) ?? '').map((note) => (
        <p key={note.en} className="finding-note">
          {say(note)}
        </p>
      ))}
      {places.map(({ car, seat, where }) => (
        <p key={`${car} ${seat} ${where}`} className="finding-seat">
          <b>{say(text('{car}号車 {seat}', 'Car {car}, seat {seat}', { car, seat }))}</b>
          <span>{where}</span>
        </p>
      ))}
      {certificate && (
        <dl>
          <div>
            <dt>{say(text('お客様', 'Passenger'))}</dt>
            <dd>{say(CATEGORY[certificate.passengerCategory])}</dd>
          </div>
          <div>
            <dt>{say(text('きっぷ', 'Ticket'))}</dt>
            <dd>{certificate.productName}</dd>
          </div>
          <div>
            <dt>{say(text('有効期限', 'Valid until'))}</dt>
            <dd>{shortTime(certificate.validUntil)}</dd>
          </div>
          <div>
            <dt>{say(text('番号', 'Number'))}</dt>
            <dd>{certificate.ticketNo}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}
