// What a page must know of the operator before its first call. The server writes it into the page's HTML.
import type { Language } from './languages.ts';
import type { Direction } from './values.ts';

/** A word by language tag, at least in the languages that the operator offers. */
export type OperatorWords = Readonly<Record<string, string>>;

/**
 * What tickets of a kind are for.
 * `journeys`: they open gates for one journey or two, with a reserved seat on each.
 * `days`: they open gates for a number of days.
 * `admission`: they open no gate; staff take them in.
 * `exchange`: they open no gate; a counter exchanges them for another railway's ticket.
 */
export const KIND_USES = ['journeys', 'days', 'admission', 'exchange'] as const;
export type KindUse = (typeof KIND_USES)[number];

export interface OperatorKind {
  readonly kind: string;
  readonly use: KindUse;
  readonly words: OperatorWords;
}

export interface OperatorClass {
  readonly class: string;
  /** One or two letters for the picture of a train; without them the class has no mark. */
  readonly mark?: string;
  readonly words: OperatorWords;
}

interface OperatorDirection {
  /** The end of the line to which it runs; formations name it. */
  readonly end: string;
  /** Without words, a direction is named by the stations where its trains end. */
  readonly words?: OperatorWords;
}
type OperatorDirections = Readonly<Record<Direction, OperatorDirection>>;

/** The railway's rule for late certificates. */
export interface LateCertificateRule {
  /** It certifies delays of so many full minutes or more. */
  readonly fromMinutes: number;
  /** The late trains of so many past days are listed for everybody. */
  readonly listedDays: number;
}

/** Units are in the names. */
export interface OperatorRules {
  /** Booking of a date of travel opens so many calendar months and days before it, at this hour. */
  readonly bookingOpens: { readonly monthsAhead: number; readonly daysAhead: number; readonly hour: number };
  /** Seats may be reserved, changed and cancelled until so long before departure. */
  readonly changeClosesMinutes: number;
  /** How long seats are held while the traveller confirms. */
  readonly holdSeconds: number;
  /** The most seats that a traveller chooses at once. */
  readonly maxSeats: number;
  /** A train with so many free seats or fewer shows 'few'. */
  readonly fewSeats: number;
  /** After the departure of a cancelled train, its seats may be moved to another one for so many days. */
  readonly cancelledMoveDays: number;
  /** How long a live feed's delays and platforms count after it last said them. */
  readonly liveFadesMinutes: number;
  /** A traveller who changes trains needs so long: with less, because the first train is late, the second may be changed until it leaves. */
  readonly connectionMinutes: number;
  /** Absent: the railway issues no late certificates. */
  readonly lateCertificate?: LateCertificateRule;
  /** From how many minutes late at the traveller's last station on a seat is refunded, by its class. A class that is absent is not refunded. */
  readonly lateSeatRefund?: Readonly<Record<string, number>>;
  /** The hour from which on the trips of the next day are mailed. Absent: none are. */
  readonly eveMailHour?: number;
  /** How long after the validity an entry made within it allows the exit. */
  readonly exitGraceHours: number;
  /** A passage in the other direction with the same ticket at the same station within this time needs staff; 0 switches it off. */
  readonly passBackMinutes: number;
  /** How long a traveller's own verification at a station is shown. */
  readonly verifiedMinutes: number;
  /** How long after its verification a traveller may cancel an entry. */
  readonly cancelMinutes: number;
  /** How many entries of one ticket a traveller may cancel on one day; 0 leaves this to staff. */
  readonly cancelsPerDay: number;
  /** How far from a station a phone may be to verify there, besides the inaccuracy of its position. */
  readonly nearbyMetres: number;
  /** The most stations that are offered as near. */
  readonly maxNearby: number;
}
/** The rules by which passages are judged. */
export type GateRules = Pick<OperatorRules, 'passBackMinutes'>;

export interface Currency {
  /** ISO 4217, such as 'EUR'. */
  readonly code: string;
  /** Digits of its minor unit: 2 for euros, 0 for a currency without one. */
  readonly digits: number;
}

/** Texts by language tag. */
type Texts = Readonly<Record<string, string>>;

/** A short text that stands for the app, such as '切符', and its language. */
interface Mark {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
}

/** The colour roles that an operator may set, as their style properties are named in the tokens of the pages. */
const COLOR_ROLES = {
  accent: '--accent',
  accentPressed: '--accent-pressed',
  onAccent: '--on-accent',
  accentSoft: '--accent-soft',
  hero: '--hero',
  onHero: '--on-hero',
  onHeroSoft: '--on-hero2',
} as const;
/** Colours '#rrggbb' by their role. */
export type Palette = Readonly<Record<keyof typeof COLOR_ROLES, string>>;
/** An operator's colours, light and dark. */
export interface Colors {
  readonly light: Palette;
  readonly dark: Palette;
}

/** What a railway has, from its data: pages show nothing of what it has not. */
export interface RailwayHas {
  /** A product includes reservations of seats. */
  readonly hasSeats: boolean;
  /** A station has gates, or staff who look at codes. */
  readonly hasGates: boolean;
}

/** How travellers reach the operator beside the app's form. */
interface OperatorContact {
  readonly email?: string | undefined;
  /** As it is dialled from abroad. */
  readonly phone?: string | undefined;
  /** When somebody answers. */
  readonly hours?: Texts | undefined;
}

export interface PageSettings extends RailwayHas {
  readonly appName: string;
  /** What the app is for, in one line. */
  readonly tagline: Texts;
  readonly mark?: Mark | undefined;
  /** The IANA name of the zone of all wall times. */
  readonly zone: string;
  /** The zone's name as travellers say it, such as 'Central European time'. */
  readonly zoneName: Texts;
  /** How the railway calls a train, with {name} and {no}, in languages whose usual form does not suit it. */
  readonly trainName?: Texts | undefined;
  readonly currency: Currency;
  /** The languages offered, in the order in which they are shown. */
  readonly languages: readonly Language[];
  /** The language of a phone that asks for none of them. */
  readonly fallback: Language;
  readonly kinds: readonly OperatorKind[];
  /** The usual class first. */
  readonly classes: readonly OperatorClass[];
  readonly directions: OperatorDirections;
  readonly rules: OperatorRules;
  readonly contact?: OperatorContact | undefined;
}

/** The operator's settings that pages know, as operator.json has them. */
export interface GivenSettings extends Omit<PageSettings, 'currency' | keyof RailwayHas> {
  /** ISO 4217 code. */
  readonly currency: string;
}

/** Returns the digits of a currency's minor unit: 2 for EUR, 0 for a currency without one. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** The parts of an operator's products and stations that say what the railway has. */
interface RailwayData {
  readonly products: readonly { readonly reservations: number }[];
  readonly stations: readonly { readonly gate: string }[];
}

/** Returns what a railway has, by its products and stations. */
export const railwayHas = ({ products, stations }: RailwayData): RailwayHas => ({
  hasSeats: products.some(({ reservations }) => reservations > 0),
  hasGates: stations.some(({ gate }) => gate !== 'none'),
});

/** Returns the part of the operator's settings that pages know. */
export const pageSettingsOf = (given: GivenSettings, has: RailwayHas): PageSettings => ({
  appName: given.appName,
  tagline: given.tagline,
  mark: given.mark,
  zone: given.zone,
  zoneName: given.zoneName,
  trainName: given.trainName,
  currency: { code: given.currency, digits: digitsOf(given.currency) },
  languages: given.languages,
  fallback: given.fallback,
  kinds: given.kinds,
  classes: given.classes,
  directions: given.directions,
  rules: given.rules,
  contact: given.contact,
  ...has,
});

/** The id of the script element that holds the settings as JSON. */
export const PAGE_SETTINGS_ID = 'kippu-settings';
/** The empty element in a page's index.html. */
export const EMPTY_PAGE_SETTINGS = `<script type="application/json" id="${PAGE_SETTINGS_ID}"></script>`;
/** The element in a page's index.html that gets the operator's colours. */
export const EMPTY_PAGE_COLORS = '<style id="kippu-colors"></style>';
/** Stands in a page for the text of its link that loads it again, in the languages offered. */
export const LOAD_AGAIN_WORDS = '<span id="kippu-load-again"></span>';
/** Stands in a built service worker for the revision of the settings. */
export const SETTINGS_REVISION = 'kippu-settings-revision';
/** Stands in a built service worker for the tags of the languages offered, with commas between them. */
export const OFFERED_LANGUAGES = 'kippu-offered-languages';

/** Returns the filled element. It contains no '<', so it cannot end early. */
export const pageSettingsElement = (settings: PageSettings): string =>
  EMPTY_PAGE_SETTINGS.replace('></', () => `>${JSON.stringify(settings).replaceAll('<', '\\u003c')}</`);

/** Returns the style sheet of an operator's colours; '' for the colours of the tokens. It wins over the tokens wherever it stands. */
export function colorsSheet(colors: Colors | undefined): string {
  if (!colors) return '';
  const rule = (selector: string, palette: Palette) => {
    const lines = Object.entries(COLOR_ROLES).map(
      ([role, name]) => `${name}:${palette[role as keyof Palette]}`,
    );
    return `${selector}{${lines.join(';')}}`;
  };
  return rule(':root:root', colors.light) + rule(":root:root[data-appearance='dark']", colors.dark);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);
const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Returns what stands for the places of HTML and manifests. They are named so that no other text contains them. */
const placesOf = ({ appName, tagline, fallback }: PageSettings): Readonly<Record<string, string>> => ({
  'kippu-app-name': appName,
  'kippu-tagline': tagline[fallback] ?? '',
  'kippu-language': fallback,
});

/** What a page gets besides its settings. */
interface Filling {
  readonly colors: Colors | undefined;
  /** Returns the text of the link that loads the page again. */
  readonly loadAgainIn: (language: Language) => string;
}

/** Fills a page's HTML, or the JSON of its manifest, with the settings, the colours and the first words. */
export function fillPage(
  text: string,
  form: 'html' | 'json',
  settings: PageSettings,
  { colors, loadAgainIn }: Filling,
): string {
  const again = settings.languages.map(
    (language) => `<span lang="${language}">${loadAgainIn(language)}</span>`,
  );
  const escape = form === 'html' ? escapeHtml : escapeJson;
  let filled = text;
  for (const [place, value] of Object.entries(placesOf(settings)))
    filled = filled.replaceAll(place, () => escape(value));
  return filled
    .replace(EMPTY_PAGE_COLORS, () => EMPTY_PAGE_COLORS.replace('></', () => `>${colorsSheet(colors)}</`))
    .replace(EMPTY_PAGE_SETTINGS, () => pageSettingsElement(settings))
    .replace(LOAD_AGAIN_WORDS, () => again.join(' '));
}
