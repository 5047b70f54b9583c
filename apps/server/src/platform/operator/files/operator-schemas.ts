// Schemas of the operator's JSON files: formations, products, counters, platforms, and additions to stations.
import { strict } from '@kippu/contract/call';
import { Count, Id, Latitude, Longitude, Money, WireDate, byLanguage } from '@kippu/contract/fields';
import { suffixesOf, type Names, type Suffix } from '@kippu/contract/names';
import { PassengerCategoryField, TripType } from '@kippu/contract/calls/traveller/ticket';
import { Type, type Static, type TOptional, type TRecord, type TString } from 'typebox';

/**
 * The properties of a name in the operator's files: a text for each language by tag, such as `productNameIn`. The five
 * fields of the wire, such as `productNameJp`, count too. `filledNames` makes both one.
 */
const fileNames = <const P extends string>(prefix: P) =>
  ({
    ...Object.fromEntries(
      suffixesOf(prefix).map((suffix) => [prefix + suffix, Type.Optional(Type.String())]),
    ),
    [`${prefix}In`]: Type.Optional(byLanguage(Type.String())),
  }) as Record<`${P}${Suffix<P>}`, TOptional<TString>> &
    Record<`${P}In`, TOptional<TRecord<'^.*$', TString>>>;
/** What is read from a file, with all names. */
type Filled<T, P extends string> = Omit<T, keyof Names<P>> & Names<P>;

const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

export const FormationCar = strict({
  car: whole(1, 99),
  series: Type.String(),
  /** A class of operator.json. */
  class: Id,
  reserved: Type.Boolean(),
  rows: whole(1, 99),
  /** The number of the first row; 1 if it is absent. */
  firstRow: Type.Optional(whole(1, 99)),
  /** From side to side. Migration 0080 has bits for these. */
  letters: Type.Array(Type.String({ pattern: '^[A-X]$' }), { minItems: 1, maxItems: 8, uniqueItems: true }),
  /** The letter the aisle follows. */
  aisleAfter: Type.String({ pattern: '^[A-X]$' }),
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
  /** Ends of operator.json: where car 1 is, and where the first row of each car is. */
  carOneEnd: Id,
  rowOneEnd: Id,
  /** Whether seats are turned to face the direction of travel. */
  seatsTurn: Type.Boolean(),
  /** Pairs of adjacent cars without a passage between them. */
  noPassageBetween: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
  assumed: Type.String(),
  cars: Type.Array(FormationCar, { minItems: 1 }),
});
export type Formation = Static<typeof Formation>;

const ProductSection = strict({ from: Id, to: Id });
type ProductSection = Static<typeof ProductSection>;
/** Where a product opens gates, for entry and exit: an area of `areas.json`. */
const AreaGates = strict({ area: Id });
/** Where a product opens gates: the stations for entry and those for exit. */
const StationGates = strict({
  in: Type.Array(Id, { minItems: 1, uniqueItems: true }),
  out: Type.Array(Id, { minItems: 1, uniqueItems: true }),
});
/** Until how many days before its last day an unused ticket may be given back by its seller, and for which fee. */
const GivingBack = strict({
  untilDays: whole(0, 366),
  /** In hundredths of the main unit; or `feeRate`, in hundredths of a percent of the price. */
  fee: Type.Optional(Money),
  feeRate: Type.Optional(whole(0, 10_000)),
});

export const Product = strict({
  productId: Id,
  /** A kind of operator.json. */
  kind: Id,
  tripType: Type.Optional(TripType),
  /** Days of use, the day of activation included. */
  days: whole(1, 366),
  /** Included seat reservations; 99 means no limit. */
  reservations: Count,
  activateWithinDays: whole(1, 3660),
  price: strict({ adult: Money, child: Money }),
  /** In hundredths of a percent, where it is not that of operator.json. */
  taxRate: Type.Optional(whole(0, 10_000)),
  /** The first and the last day on which partners may sell it. */
  sale: Type.Optional(strict({ from: Type.Optional(WireDate), until: Type.Optional(WireDate) })),
  /** How partners may refund and exchange it. Absent: they may not. */
  refund: Type.Optional(GivingBack),
  exchange: Type.Optional(GivingBack),
  ...fileNames('productName'),
  ...fileNames('notes'),
  /** For kinds of the use `exchange` only: what it is exchanged for. */
  ...fileNames('exchangeFor'),
  /** For kinds of the use `admission`: how many admissions staff take in before it is used up; without it they take in none. */
  admissions: Type.Optional(whole(1, 99)),
  /** The journeys it may reserve, each in one direction; the first is the default. */
  sections: Type.Array(ProductSection),
  /** Where it opens gates. Required for kinds that open gates; the others have none. */
  gates: Type.Optional(Type.Union([AreaGates, StationGates])),
  /** Classes of operator.json. */
  carClasses: Type.Array(Id),
});
export type Product = Filled<Static<typeof Product>, 'productName'> &
  Names<'notes'> &
  Partial<Names<'exchangeFor'>>;
export const Products = Type.Array(Product);
/** A product as the file has it. */
export type ProductEntry = Static<typeof Product>;

/** Stations that belong together: those of areas earlier in the file, of regions, and single ones. */
const Area = strict({
  areaId: Id,
  areas: Type.Optional(Type.Array(Id, { uniqueItems: true })),
  regions: Type.Optional(Type.Array(Id, { uniqueItems: true })),
  stations: Type.Optional(Type.Array(Id, { uniqueItems: true })),
});
export const Areas = Type.Array(Area);

export const OperatorCounter = strict({
  counterId: Id,
  ...fileNames('counterName'),
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
export type OperatorCounter = Filled<Static<typeof OperatorCounter>, 'counterName'>;
export const Counters = Type.Array(OperatorCounter);

const DemoOrder = strict({
  name: Id,
  productId: Id,
  passengers: Type.Array(PassengerCategoryField, { minItems: 1 }),
});
export type DemoOrder = Static<typeof DemoOrder>;
/** What a demonstration begins with. */
export const Demo = strict({
  /** The station of the gates to try. */
  gateStation: Type.Optional(Id),
  /** The orders in the demo account. */
  owned: Type.Array(strict({ ...DemoOrder.properties, inUse: Type.Optional(Type.Boolean()) })),
  /** Orders that nobody has added yet, and how they are to be added. */
  toTry: Type.Array(strict({ ...DemoOrder.properties, by: Type.Enum(['link', 'voucherNo', 'redeemCode']) })),
});
export type Demo = Static<typeof Demo>;

export const Platforms = strict({
  platforms: Type.Record(
    Type.String(),
    strict({ outbound: Type.Optional(Type.String()), inbound: Type.Optional(Type.String()) }),
  ),
  /** Single trains that use another platform; null when it is unknown. */
  exceptions: Type.Array(
    strict({ tripId: Id, stationId: Id, platform: Type.Union([Type.String(), Type.Null()]) }),
  ),
});
export type Platforms = Static<typeof Platforms>;

const OperatorRegion = strict({ region: Id, ...fileNames('regionName') });
export type OperatorRegion = Filled<Static<typeof OperatorRegion>, 'regionName'>;
const Place = { region: Id, gate: Type.Enum(['qr', 'staffed', 'none']) };
const StationEntry = strict({
  ...Place,
  /** Further names by which people look for the station, in any language. */
  alsoNamed: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 20 }),
  ),
});
export const StationsExtra = strict({
  regions: Type.Array(OperatorRegion),
  /** For stations where trains call and that have no entry of their own. */
  default: Type.Optional(strict(Place)),
  stations: Type.Record(Type.String(), StationEntry),
});
export type StationsExtra = Omit<Static<typeof StationsExtra>, 'regions'> & {
  readonly regions: readonly OperatorRegion[];
};
