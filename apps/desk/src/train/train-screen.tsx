// Trains: those of a day, and one train with how it runs and its seats.
import type { ScreenProps } from '../app/router/router.ts';
import { DayPage } from './day-page.tsx';
import { DeparturePage } from './departure-page.tsx';
import { RefundPage } from './refund-page.tsx';

/** '#/trains/refunds' (no departure has such an id). '#/trains?date=2026-04-01', '#/trains/ic-14@2026-04-01?car=4&leg=1'. With 'say=late' the delay's field has the focus. */
export function TrainScreen({ rest: [departureId], query }: ScreenProps) {
  if (departureId === 'refunds') return <RefundPage />;
  return departureId === undefined ? (
    <DayPage query={query} />
  ) : (
    <DeparturePage key={departureId} departureId={departureId} query={query} />
  );
}
