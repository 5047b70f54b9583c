// What the operator's JSON files hold: formations, products, counters, platforms, and more about stations.
import { strict } from '@kippu/contract/call';
import { Count, Id, Latitude, Longitude, Money, fiveNames } from '@kippu/contract/fields';
import { CarClassField } from '@kippu/contract/seat';
import { TICKET_KINDS, TripType } from '@kippu/contract/ticket';
import { Type, type Static } from 'typebox';

const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const End = Type.Enum(['kyoto', 'airport']);

export const FormationCar = strict({
  car: whole(1, 99),
  series: Type.String(),
  class: CarClassField,
  reserved: Type.Boolean(),
  rows: whole(1, 99),
  // Not beyond H: db/migrations/0008 keeps eight bits for a row.
  letters: Type.Array(Type.String({ pattern: '^[A-H]$' }), { minItems: 1 }),
  /** The letter the aisle follows. */
  aisleAfter: Type.String({ pattern: '^[A-Z]$' }),
  assumed: Type.Boolean(),
  /** Whether each seat has a socket. */
  power: Type.Boolean(),
  /** Keys such as 'door', 'toilet', 'luggage', 'wheelchair', 'power'. */
  facilities: Type.Array(Type.String()),
});
export type FormationCar = Static<typeof FormationCar>;
export const Formation = strict({
  id: Id,
  series: Type.String(),
  carOneEnd: End,
  rowOneEnd: End,
  /** Seats are turned to face the way the train goes. */
  seatsTurn: Type.Boolean(),
  /** Pairs of neighbouring cars one cannot walk between. */
  noPassageBetween: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
  assumed: Type.String(),
  cars: Type.Array(FormationCar, { minItems: 1 }),
});
export type Formation = Static<typeof Formation>;

const ProductSection = strict({ from: Id, to: Id });
type ProductSection = Static<typeof ProductSection>;
export const Product = strict({
  productId: Id,
  kind: Type.Enum([...TICKET_KINDS]),
  tripType: Type.Optional(TripType),
  /** Days of use, the day of activation included. */
  days: whole(1, 366),
  /** Seat reservations it includes; 99 stands for no limit. */
  reservations: Count,
  activateWithinDays: whole(1, 3660),
  price: strict({ adult: Money, child: Money }),
  ...fiveNames('productName', 'TC'),
  ...fiveNames('notes'),
  /** Of a voucher only: what it is exchanged for. */
  exchangeForCn: Type.Optional(Type.String()),
  exchangeForEn: Type.Optional(Type.String()),
  exchangeForJp: Type.Optional(Type.String()),
  exchangeForTc: Type.Optional(Type.String()),
  exchangeForKr: Type.Optional(Type.String()),
  /** The journeys it may reserve, each in one direction; the first is proposed until the traveller chooses. */
  sections: Type.Array(ProductSection),
  carClasses: Type.Array(CarClassField),
});
export type Product = Static<typeof Product>;
export const Products = Type.Array(Product);

export const OperatorCounter = strict({
  counterId: Id,
  ...fiveNames('counterName'),
  railway: Type.String(),
  hours: Type.String(),
  /** Breaks of the day, '12:35-15:10, 19:30-21:30'. */
  closed: Type.Optional(Type.String()),
  lat: Latitude,
  lon: Longitude,
  /** The vouchers exchanged here. */
  productIds: Type.Array(Id),
  exchanges: Type.String(),
  note: Type.Optional(Type.String()),
  source: Type.String(),
  confidence: Type.String(),
});
export type OperatorCounter = Static<typeof OperatorCounter>;
export const Counters = Type.Array(OperatorCounter);

export const Platforms = strict({
  platforms: Type.Record(
    Type.String(),
    strict({ outbound: Type.Optional(Type.String()), inbound: Type.Optional(Type.String()) }),
  ),
  /** Single trains that use another platform; null when it is not known. */
  exceptions: Type.Array(
    strict({ tripId: Id, stationId: Id, platform: Type.Union([Type.String(), Type.Null()]) }),
  ),
});
export type Platforms = Static<typeof Platforms>;

export const OperatorRegion = strict({ region: Id, ...fiveNames('regionName') });
export type OperatorRegion = Static<typeof OperatorRegion>;
export const StationsExtra = strict({
  regions: Type.Array(OperatorRegion),
  stations: Type.Record(
    Type.String(),
    strict({ region: Id, gate: Type.Enum(['qr', 'staffed', 'none']) }),
  ),
});
