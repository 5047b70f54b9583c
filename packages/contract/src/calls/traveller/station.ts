// Stations, and the calls that list them.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/station.ts';
import { Accuracy, Id, Latitude, Longitude, nameFields } from '../../fields.ts';
import { DIRECTIONS } from '../../values.ts';

const station = {
  stationId: Type.String(),
  /** The station's printed number, such as 'A-01'. */
  code: Type.String(),
  ...nameFields('stationName'),
  lat: Type.Number(),
  lon: Type.Number(),
  /** The region's key, as the operator names it. */
  region: Type.String(),
  gate: Type.Enum(['qr', 'staffed', 'none']),
  /** Whether trains with reserved seats call there. The name is the specification's. */
  haruka: Type.Boolean(),
  /** Further names by which people look for it, in any language: 'KIX', 'Umeda'. */
  alsoNamed: Type.Optional(Type.Array(Type.String())),
};
export const Station = strict(station);
export type Station = Static<typeof Station>;
export const NearbyStation = strict({ ...station, metres: Type.Number() });
export type NearbyStation = Static<typeof NearbyStation>;
export const StationRegion = strict({
  region: Type.String(),
  ...nameFields('regionName'),
  stations: Type.Array(Station),
});
export type StationRegion = Static<typeof StationRegion>;

export const DirectionField = Type.Enum([...DIRECTIONS]);
/** A stretch a ticket covers. */
export const Section = strict({ from: Station, to: Station, direction: DirectionField });
export type Section = Static<typeof Section>;

/** Nearest first, as many and as near as the railway's rules say. */
export const getNearbyStation = defineCall(routes.getNearbyStation, {
  query: strict({ lat: Latitude, lon: Longitude, accuracy: Type.Optional(Accuracy) }),
  data: Type.Array(NearbyStation),
});

/** The stations where a ticket opens gates: for one direction, or for either. All stations without a ticket. */
const ofTicket = strict({ ticketId: Type.Optional(Id), direction: Type.Optional(Type.Enum(['in', 'out'])) });
export const getJRAndHarukaStation = defineCall(routes.getJRAndHarukaStation, {
  query: ofTicket,
  data: Type.Array(Station),
  refusals: ['TKT-0001'],
});
export const getAllPieceStation = defineCall(routes.getAllPieceStation, {
  query: ofTicket,
  data: Type.Array(StationRegion),
  refusals: ['TKT-0001'],
});
