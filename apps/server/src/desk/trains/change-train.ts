// The desk changes what it says of a train today, or asks first whom that would touch.
import type { BodyOf, DataOf } from '@kippu/contract/call';
import type { ErrorCode } from '@kippu/contract/errors';
import type { ChangeEffects, TrainChange, deskChangeTrain } from '@kippu/contract/calls/desk/live';
import { MAX_LIVE } from '@kippu/contract/limits';
import { writtenLanguages, offeredLanguages, type Language } from '@kippu/contract/languages';
import type { ByLanguage } from '@kippu/contract/names';
import {
  changeFault,
  deskLayerAfter,
  type ChangeFault,
  type DeskChange,
} from '@kippu/domain/live/desk-change';
import { isSeen, seenLine } from '@kippu/domain/text/seen-text';
import type { Db, Trx } from '../../platform/db/database.ts';
import {
  findSeenLayers,
  listHistory,
  lockLive,
  saveLive,
  type SeenLayers,
} from '../../platform/live/live-store.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { findDeparture, type Departure } from '../../reservation/timetable/departure.ts';
import { readNamesAt } from '../../session/staff-store.ts';
import { changeEffects } from './change-effects.ts';
import { isPast, plannedFormationOf, runAnswer, withLayers } from './train-run.ts';

type Input = BodyOf<typeof deskChangeTrain>;
type Asked = Omit<Input, 'version'>;

const REFUSAL_OF: Readonly<Record<ChangeFault, ErrorCode>> = {
  stop: 'DESK-0009',
  formation: 'DESK-0010',
  car: 'DESK-0011',
  tooFewStops: 'DESK-0012',
};

const wrong = (field: string) => new AppError('REQ-0001', { values: { field } });

/** Throws AppError REQ-0001 when the words are too long, missing in one of the first two languages, or in one that is not offered. */
function wordsOf(given: ByLanguage): ByLanguage {
  const languages: readonly Language[] = offeredLanguages();
  if (Object.keys(given).some((language) => !languages.includes(language))) throw wrong('words');
  const texts = languages.map((language) => [language, seenLine(given[language] ?? '')] as const);
  texts.forEach(([language, text]) => {
    const isMissing = writtenLanguages().includes(language) && !isSeen(text);
    if (isMissing || [...text].length > MAX_LIVE.words) throw wrong(`words.${language}`);
  });
  return Object.fromEntries(texts.filter(([, text]) => isSeen(text)));
}

/** Cleans the platforms. Throws AppError REQ-0001 when one is invisible, or a stop has two. */
function platformsOf(given: NonNullable<TrainChange['platforms']>): NonNullable<DeskChange['platforms']> {
  if (new Set(given.map(({ stop }) => stop)).size < given.length) throw wrong('platforms');
  return given.map(({ stop, platform }) => {
    const shown = seenLine(platform);
    if (!isSeen(shown)) throw wrong('platforms');
    return { stop, platform: shown };
  });
}

/** The change as it is stored. Throws AppError REQ-0001 with the name of an invalid field. */
function cleaned({ words, platforms, ...change }: TrainChange): DeskChange {
  return {
    ...change,
    ...(words === undefined ? {} : { words: words && wordsOf(words) }),
    ...(platforms === undefined ? {} : { platforms: platforms && platformsOf(platforms) }),
  };
}

/** Throws AppError SEAT-0013 when no such train runs that day. */
export function requireDeparture(operator: OperatorData, departureId: string): Departure {
  const departure = findDeparture(operator, departureId, { unsold: true });
  if (!departure) throw new AppError('SEAT-0013');
  return departure;
}

/** Throws AppError DESK-0001, with who changed the desk's word last and when, if it is not as it was seen. */
async function requireSeen(db: Db, departureId: string, { deskVersion }: SeenLayers, version: string) {
  if (deskVersion === version) return;
  const [last] = await listHistory(db, departureId, 1, 'desk');
  const nameOf = await readNamesAt(db, last ? [{ actor: last.changed_by, at: last.changed_at }] : []);
  throw new AppError('DESK-0001', {
    values: last ? { by: nameOf(last.changed_by, last.changed_at) ?? '', at: wireTime(last.changed_at) } : {},
  });
}

/** What the desk would say after a change. Throws AppError DESK-0008 to DESK-0012 and REQ-0001 as the contract says. */
function layerAfter(operator: OperatorData, seen: SeenLayers, input: Asked, now: number) {
  const departureId = requireDeparture(operator, input.departureId).departureId;
  const old = withLayers(operator, [[departureId, seen]], now);
  const departure = requireDeparture(old, departureId);
  if (isPast(departure, now)) throw new AppError('DESK-0008');
  const change = cleaned(input.change);
  const withoutDesk = requireDeparture(
    withLayers(operator, [[departureId, { ...seen, desk: null }]], now),
    departureId,
  );
  const fault = changeFault(seen.desk, change, {
    stops: departure.trip.stops,
    formations: new Map([...operator.formations].map(([id, { cars }]) => [id, cars.map(({ car }) => car)])),
    formation: withoutDesk.live?.formation ?? plannedFormationOf(departure),
  });
  if (fault) throw new AppError(REFUSAL_OF[fault]);
  const layer = deskLayerAfter(seen.desk, change, now);
  const layers = { feed: seen.feed, desk: layer };
  return { departureId, layers, old, next: withLayers(operator, [[departureId, layers]], now) };
}

/** Counts whom a change would touch if it were saved now. Throws as changeTrain, but no DESK-0001. Changes nothing. */
export async function tryTrainChange(
  db: Db,
  operator: OperatorData,
  input: Asked,
  now: number,
): Promise<ChangeEffects> {
  const { departureId } = requireDeparture(operator, input.departureId);
  const seen = await findSeenLayers(db, departureId);
  return changeEffects(db, layerAfter(operator, seen, input, now), [departureId], now);
}

/** Changes the desk's word on a train. Throws AppError SEAT-0013, DESK-0001, DESK-0008 to DESK-0012, REQ-0001 as the contract says. */
export async function changeTrain(
  trx: Trx,
  operator: OperatorData,
  input: Input,
  { actor, now }: { readonly actor: string; readonly now: number },
): Promise<DataOf<typeof deskChangeTrain>> {
  const { departureId } = requireDeparture(operator, input.departureId);
  await lockLive(trx);
  const seen = await findSeenLayers(trx, departureId);
  await requireSeen(trx, departureId, seen, input.version);
  const { layers, next } = layerAfter(operator, seen, input, now);
  if (layers.desk !== null || seen.desk !== null) {
    const said = { source: 'desk', by: actor, at: new Date(now) } as const;
    await saveLive(trx, [{ departureId, layer: layers.desk }], said);
  }
  const { deskVersion } = await findSeenLayers(trx, departureId);
  return {
    departureId,
    version: deskVersion,
    run: runAnswer(requireDeparture(next, departureId), layers, now),
  };
}
