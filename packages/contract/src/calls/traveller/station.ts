// Stations, and the calls that list them.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import { Accuracy, Id, Latitude, Longitude, fiveNames } from '../../fields.ts';

const STATION = '/jtr-jwqs-app/guest/ticket/info';

const station = {
  stationId: Type.String(),
  /** The station's printed number, such as 'A-01'. */
  code: Type.String(),
  ...fiveNames('stationName'),
  lat: Type.Number(),
  lon: Type.Number(),
  /** The region's key, such as 'kyoto'. */
  region: Type.String(),
  gate: Type.Enum(['qr', 'staffed', 'none']),
  haruka: Type.Boolean(),
};
export const Station = strict(station);
export type Station = Static<typeof Station>;
export const NearbyStation = strict({ ...station, metres: Type.Number() });
export type NearbyStation = Static<typeof NearbyStation>;
export const StationRegion = strict({
  region: Type.String(),
  ...fiveNames('regionName'),
  stations: Type.Array(Station),
});
export type StationRegion = Static<typeof StationRegion>;

/** Inbound is from the airport, outbound is to it. */
export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const DirectionField = Type.Enum([...DIRECTIONS]);
/** A stretch a ticket covers. */
export const Section = strict({ from: Station, to: Station, direction: DirectionField });
export type Section = Static<typeof Section>;

/** The items that must all be ticked when a station is chosen by hand: ids in the order shown. */
export const CHECKLIST = ['atStation', 'nameSeen', 'staffAware'] as const;
export type ChecklistItem = (typeof CHECKLIST)[number];

export const POSTER_PREFIX = 'KS1:';
/** The content of a station's poster: `KS1:<stationId>.<key id>.<Ed25519 signature in base64url>`. */
interface PosterParts {
  readonly stationId: string;
  readonly keyId: string;
  readonly signature: string;
}
/** Parses the text of a station's poster without checking its signature. Returns null for any other text. */
export function parsePoster(scanned: string): PosterParts | null {
  const parts = /^KS1:([\x20-\x7e]{1,64})\.([0-9a-f]{1,64})\.([\w-]{86})$/.exec(scanned.trim());
  const [, stationId, keyId, signature] = parts ?? [];
  return stationId && keyId && signature ? { stationId, keyId, signature } : null;
}

/** Nearest first, at most 5, within 1,000 m plus the accuracy. */
export const getNearbyStation = defineCall({
  name: 'getNearbyStation',
  method: 'GET',
  path: `${STATION}/getNearbyStation`,
  auth: 'guest',
  privateQuery: true,
  query: strict({ lat: Latitude, lon: Longitude, accuracy: Type.Optional(Accuracy) }),
  data: Type.Array(NearbyStation),
});

/** The stations where a ticket opens gates: for one direction, or for either. All stations without a ticket. */
const ofTicket = strict({ ticketId: Type.Optional(Id), direction: Type.Optional(Type.Enum(['in', 'out'])) });
export const getJRAndHarukaStation = defineCall({
  name: 'getJRAndHarukaStation',
  method: 'GET',
  path: `${STATION}/getJRAndHarukaStation`,
  auth: 'guest',
  privateQuery: true,
  query: ofTicket,
  data: Type.Array(Station),
  refusals: ['TKT-0001'],
});
export const getAllPieceStation = defineCall({
  name: 'getAllPieceStation',
  method: 'GET',
  path: `${STATION}/getAllPieceStation`,
  auth: 'guest',
  privateQuery: true,
  query: ofTicket,
  data: Type.Array(StationRegion),
  refusals: ['TKT-0001'],
});
