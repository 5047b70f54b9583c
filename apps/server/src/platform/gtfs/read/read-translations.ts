// Reads translations.txt: names in other languages, by the record or by the text that they translate.
import type { FeedAgency, FeedName, FeedRoute, FeedStop } from '../feed.ts';
import { formOf } from './forms.ts';
import { languageTag } from './read-places.ts';
import { readTable, type TableInput } from './table.ts';

/** The names that are shown, by table and field. */
const FIELDS = [
  'agency.agency_name',
  'stops.stop_name',
  'routes.route_short_name',
  'routes.route_long_name',
  'trips.trip_headsign',
] as const;
type Field = (typeof FIELDS)[number];

type InTags = Record<string, string>;

export class Translations {
  readonly #byRecord = new Map<string, InTags>();
  readonly #byText = new Map<string, InTags>();

  /** Adds a translation of a record's name, or of all names with a text. */
  add(
    field: Field,
    of: { readonly record: string } | { readonly text: string },
    tag: string,
    text: string,
  ): void {
    const [names, key] = 'record' in of ? [this.#byRecord, of.record] : [this.#byText, of.text];
    const found = names.get(`${field} ${key}`) ?? {};
    names.set(`${field} ${key}`, found);
    found[tag] ??= text;
  }

  /** Returns a name with its translations. Those of the record come before those of the text. */
  of(field: Field, record: string, text: string): FeedName {
    const [own, shared] = [this.#byRecord.get(`${field} ${record}`), this.#byText.get(`${field} ${text}`)];
    return own || shared ? { text, in: { ...shared, ...own } } : { text };
  }
}

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name);

/** Reads translations.txt, in its older form `trans_id, lang, translation` too. `isWanted` returns whether a trip is kept. */
export async function readTranslations(
  input: TableInput,
  isWanted: (tripId: string) => boolean,
): Promise<Translations> {
  const translations = new Translations();
  const { findings } = input;
  let isIncomplete = false;
  await readTable(input, formOf('translations.txt'), (row) => {
    const isOlder = row.has('trans_id') && row.has('lang');
    const missing = isOlder
      ? []
      : ['table_name', 'field_name', 'language', 'translation'].filter((name) => !row.has(name));
    if (missing.length > 0) {
      if (!isIncomplete)
        for (const column of missing)
          findings.add('missing_required_column', { file: 'translations.txt', line: 1, column });
      isIncomplete = true;
      return;
    }
    const column = isOlder ? 'lang' : 'language';
    const text = row.words('translation');
    const language = row.required(column);
    if (language === '' || text === '') return;
    const tag = languageTag(language);
    if (tag === undefined || language.includes('_')) row.report('invalid_language_code', column);
    if (tag === undefined) return;
    if (isOlder) {
      for (const field of FIELDS) translations.add(field, { text: row.words('trans_id') }, tag, text);
      return;
    }
    const field = `${row.get('table_name')}.${row.get('field_name')}`;
    if (!isField(field)) return;
    const [record, of] = [row.get('record_id'), row.words('field_value')];
    if ((record === '') === (of === ''))
      return row.report('translation_unexpected_value', 'record_id', 'field_value');
    if (field === 'trips.trip_headsign' && record !== '' && !isWanted(record)) return;
    translations.add(field, record === '' ? { text: of } : { record }, tag, text);
  });
  return translations;
}

export const translatedAgencies = (names: Translations, agencies: readonly FeedAgency[]): FeedAgency[] =>
  agencies.map((agency) => ({
    ...agency,
    name: names.of('agency.agency_name', agency.agencyId, agency.name.text),
  }));

export const translatedStops = (names: Translations, stops: readonly FeedStop[]): FeedStop[] =>
  stops.map((stop) => ({ ...stop, name: names.of('stops.stop_name', stop.stopId, stop.name.text) }));

export const translatedRoutes = (names: Translations, routes: readonly FeedRoute[]): FeedRoute[] =>
  routes.map((route) => ({
    ...route,
    shortName: names.of('routes.route_short_name', route.routeId, route.shortName.text),
    longName: names.of('routes.route_long_name', route.routeId, route.longName.text),
  }));
