// The operator's own settings, from operator.json: what the code must not know of a railway.
import { strict } from '@kippu/contract/call';
import { Id, LanguageField } from '@kippu/contract/fields';
import { setLanguages } from '@kippu/contract/languages';
import { MAX_SEATS_OF_CALL, MAX_VERIFIED_MINUTES } from '@kippu/contract/limits';
import { KIND_USES, type OperatorWords } from '@kippu/contract/page-settings';
import { ROUNDINGS } from '@kippu/domain/money/tax';
import { setRules } from '@kippu/domain/rules';
import { setZone } from '@kippu/domain/time/zone';
import { LANGUAGES } from '@kippu/words/languages';
import { setRailway } from '@kippu/words/railway';
import { Type, type Static } from 'typebox';
import { ColorsField, faintColors } from './operator-colors.ts';
import { FileFaults, readJson, type OperatorFiles } from './operator-files.ts';

const FILE = 'operator.json';

/** One text for each language offered. */
const Texts = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 120 }));
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

/** OperatorRules with their limits. */
const Rules = strict({
  bookingOpens: strict({ monthsAhead: whole(0, 12), daysAhead: whole(0, 366), hour: whole(0, 23) }),
  changeClosesMinutes: whole(0, 1440),
  holdSeconds: whole(60, 3600),
  maxSeats: whole(1, MAX_SEATS_OF_CALL),
  fewSeats: whole(0, 999),
  cancelledMoveDays: whole(0, 366),
  liveFadesMinutes: whole(1, 240),
  connectionMinutes: whole(0, 60),
  lateSeatRefund: Type.Optional(Type.Record(Id, whole(1, 1440))),
  lateCertificate: Type.Optional(strict({ fromMinutes: whole(1, 240), listedDays: whole(1, 366) })),
  eveMailHour: Type.Optional(whole(12, 22)),
  exitGraceHours: whole(0, 24),
  passBackMinutes: whole(0, 120),
  verifiedMinutes: whole(1, MAX_VERIFIED_MINUTES),
  cancelMinutes: whole(1, 1440),
  cancelsPerDay: whole(0, 100),
  nearbyMetres: whole(50, 20_000),
  maxNearby: whole(1, 20),
});

const Words = Type.Record(
  Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }),
  Type.String({ minLength: 1, maxLength: 60 }),
);
const Kind = strict({ kind: Id, use: Type.Enum([...KIND_USES]), words: Words });
const Class = strict({
  class: Id,
  mark: Type.Optional(Type.String({ minLength: 1, maxLength: 2 })),
  words: Words,
});
const DirectionOf = strict({ end: Id, words: Type.Optional(Words) });

const Contact = Type.Object(
  {
    email: Type.Optional(Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 })),
    phone: Type.Optional(Type.String({ pattern: '^\\+?[0-9][0-9 ()-]{3,28}[0-9]$' })),
    /** When somebody answers. */
    hours: Type.Optional(Texts),
  },
  { additionalProperties: false, minProperties: 1 },
);

const OperatorSettings = strict({
  operatorId: Id,
  appName: Type.String({ minLength: 1, maxLength: 40 }),
  /** What the app is for, in one line. */
  tagline: Texts,
  /** A short text that stands for the app on its covers, and its language. */
  mark: Type.Optional(
    strict({ text: Type.String({ minLength: 1, maxLength: 12 }), language: Type.String() }),
  ),
  /** The app's colours; absent for ours. */
  colors: Type.Optional(ColorsField),
  /** IANA name of the zone of all wall times. */
  zone: Type.String(),
  /** The zone's name as travellers say it, such as 'Central European time'. */
  zoneName: Texts,
  /** How the railway calls a train, in languages whose usual form does not suit it. */
  trainName: Type.Optional(Type.Record(Type.String(), Type.String({ pattern: '\\{no\\}', maxLength: 60 }))),
  /** ISO 4217 code of the currency of all prices. */
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  /** The languages offered (BCP 47), in the order in which they are shown. The first is the railway's own. */
  languages: Type.Array(LanguageField, { minItems: 1, uniqueItems: true }),
  /** One of them, for a traveller who asks for none of them. */
  fallback: LanguageField,
  /** The kinds of products. A kind stays here as long as tickets of it are in use. */
  kinds: Type.Array(Kind, { minItems: 1 }),
  /** The classes of seats, the usual one first. */
  classes: Type.Array(Class, { minItems: 1 }),
  directions: strict({ outbound: DirectionOf, inbound: DirectionOf }),
  /** What the railway needs for receipts of its own sales; absent if it gives none. */
  receipts: Type.Optional(
    strict({
      /** Sellers whose sales are the railway's own, as they stand on tickets. */
      sellers: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, uniqueItems: true }),
      /** The company that was paid, by language. */
      companyNameIn: Texts,
      /** Its number with the tax office, such as 'T1234567890123'. */
      registration: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
      /** The tax that prices contain, in percent. */
      taxPercent: Type.Optional(whole(1, 50)),
    }),
  ),
  /** How travellers reach the operator beside the app's form. */
  contact: Type.Optional(Contact),
  rules: Rules,
  /** The tax inside all prices, in hundredths of a percent, and how it is rounded for each ticket. Absent: none. */
  tax: Type.Optional(strict({ rate: whole(0, 10_000), rounding: Type.Enum([...ROUNDINGS]) })),
  /** How long a partner's order stays open before it is confirmed, with its seats; 30 minutes if it is absent. */
  partnerOrderMinutes: Type.Optional(whole(5, 1440)),
});
export type OperatorSettings = Static<typeof OperatorSettings>;

/** Runs `check`, which throws RangeError for a value that the runtime does not know. */
function isKnown(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether the runtime knows a zone by its IANA name. */
export const isZone = (name: string): boolean =>
  isKnown(() => new Intl.DateTimeFormat('en', { timeZone: name }));

/** Returns the texts that stand more than once. */
const repeated = (texts: readonly string[]) => [
  ...new Set(texts.filter((text, at) => texts.indexOf(text) < at)),
];

/** Reads operator.json. Adds all its faults; returns undefined if there are any that later checks cannot pass over. */
export function readSettings(files: OperatorFiles, faults: FileFaults): OperatorSettings | undefined {
  const read = readJson(files, FILE, OperatorSettings, faults);
  if (!read) return undefined;
  const { value, report } = read;
  const { zone, currency, languages, fallback, kinds, classes, directions } = value;
  if (!isZone(zone)) report('zone', `zone '${zone}' is not known; write an IANA name such as Europe/Berlin`);
  if (!Intl.supportedValuesOf('currency').includes(currency))
    report('currency', `currency '${currency}' is not known; write an ISO 4217 code such as EUR`);
  for (const language of languages)
    if (!LANGUAGES.includes(language))
      report(language, `there are no words in '${language}'; choose from ${LANGUAGES.join(', ')}`);
  if (!languages.includes(fallback))
    report('fallback', `fallback '${fallback}' is not in languages; choose one of them`);
  for (const kind of repeated(kinds.map((each) => each.kind)))
    report(kind, `kind '${kind}' stands twice; remove one`);
  for (const one of repeated(classes.map((each) => each.class)))
    report(one, `class '${one}' stands twice; remove one`);
  for (const name of Object.keys(value.rules.lateSeatRefund ?? {}))
    if (!classes.some((each) => each.class === name))
      report(name, `lateSeatRefund names the class '${name}', which is not in classes; remove it`);
  if (directions.outbound.end === directions.inbound.end)
    report('directions', `both directions have the end '${directions.inbound.end}'; name two ends`);
  const named: (readonly [string, OperatorWords | undefined])[] = [
    ...kinds.map((each) => [each.kind, each.words] as const),
    ...classes.map((each) => [each.class, each.words] as const),
    ['outbound', directions.outbound.words],
    ['inbound', directions.inbound.words],
  ];
  for (const [name, words] of named)
    for (const language of words ? languages : [])
      if (words?.[language] === undefined)
        report(name, `the words of '${name}' have no '${language}', which is in languages; add it`);
  const { colors } = value;
  for (const appearance of colors ? (['light', 'dark'] as const) : []) {
    const faint = colors ? faintColors(appearance, colors[appearance]) : [];
    if (faint.length > 0)
      report(appearance, `colors.${appearance} cannot be read: ${faint.join(', ')}; choose stronger colours`);
  }
  for (const field of ['tagline', 'zoneName'] as const)
    for (const language of languages)
      if (value[field][language] === undefined)
        report(field, `${field} has no text in '${language}', which languages offers; add it`);
  for (const language of value.contact?.hours ? languages : [])
    if (value.contact?.hours?.[language] === undefined)
      report('hours', `contact.hours has no text in '${language}', which languages offers; add it`);
  return value;
}

/** Reads operator.json and sets the zone, the rules and the kinds of this process. Throws OperatorDataError with all its faults. */
export function openSettings(files: OperatorFiles): OperatorSettings {
  const faults = new FileFaults();
  const settings = readSettings(files, faults);
  faults.throwIfAny();
  if (!settings) throw new Error('operator.json was not read');
  setZone(settings.zone);
  setLanguages(settings);
  setRailway(settings);
  setRules(settings);
  return settings;
}
