// Checks that a traveller is at the station: by its poster, the phone's position, or a checklist.
import type { BodyOf } from '@kippu/contract/call';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { start } from '@kippu/contract/calls/traveller/ticket';
import type { StartMethod } from '@kippu/contract/values';
import { isAtStation, metresBetween } from '@kippu/domain/station/nearby';
import { checkChecklist } from '@kippu/domain/ticket/entries';
import { AppError } from '../platform/wire/app-error.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { stationOfPoster } from './poster.ts';

interface PlaceProof extends BodyOf<typeof start> {
  readonly method: StartMethod;
}

const missing = (field: string) => new AppError('REQ-0001', { values: { field } });

/**
 * Throws AppError unless the proof is valid at `now` (epoch milliseconds): TKT-0010 the poster is forged or another station's,
 * TKT-0011 the position is too far away (`values`: metres, accuracy), TKT-0012 the checklist is incomplete, REQ-0001 the
 * poster or the position is missing. The position is not stored.
 */
export function requirePlace(
  keys: Deps['issuerKeys'],
  station: Station,
  { method, poster, position, checked = [] }: PlaceProof,
  now: number,
): void {
  switch (method) {
    case 'scan':
      if (poster === undefined) throw missing('poster');
      if (stationOfPoster(keys, poster, now) !== station.stationId) throw new AppError('TKT-0010');
      return;
    case 'gps': {
      if (!position) throw missing('position');
      if (isAtStation(station, position)) return;
      const metres = Math.round(metresBetween(station, position));
      throw new AppError('TKT-0011', { values: { metres, accuracy: Math.round(position.accuracy) } });
    }
    case 'manual': {
      const outcome = checkChecklist(checked);
      if (!outcome.ok) throw new AppError(outcome.code);
    }
  }
}
