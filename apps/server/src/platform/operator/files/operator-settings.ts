// The operator's own settings, from operator.json: what the code must not know of a railway.
import { strict } from '@kippu/contract/call';
import { Id, LanguageField } from '@kippu/contract/fields';
import { setLanguages } from '@kippu/contract/languages';
import { setZone } from '@kippu/domain/time/zone';
import { LANGUAGES } from '@kippu/words/languages';
import { setRailway } from '@kippu/words/railway';
import { Type, type Static } from 'typebox';
import { ColorsField, faintColors } from './operator-colors.ts';
import { readJson, type OperatorFiles } from './operator-files.ts';

const FILE = 'operator.json';

/** One text for each language offered. */
const Texts = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 120 }));

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
  /** The zone's name as travellers say it, such as 'Japan time'. */
  zoneName: Texts,
  /** ISO 4217 code of the currency of all prices. */
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  /** The languages offered (BCP 47), in the order in which they are shown. The first is the railway's own. */
  languages: Type.Array(LanguageField, { minItems: 1, uniqueItems: true }),
  /** One of them, for a traveller who asks for none of them. */
  fallback: LanguageField,
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

/** Reads operator.json. Throws OperatorDataError at its first fault. */
export function readSettings(files: OperatorFiles): OperatorSettings {
  const { value, fail } = readJson(files, FILE, OperatorSettings);
  const { zone, currency, languages, fallback } = value;
  if (!isKnown(() => new Intl.DateTimeFormat('en', { timeZone: zone })))
    fail('zone', `zone '${zone}' is not known; write an IANA name such as Europe/Zurich`);
  if (!Intl.supportedValuesOf('currency').includes(currency))
    fail('currency', `currency '${currency}' is not known; write an ISO 4217 code such as CHF`);
  for (const language of languages)
    if (!LANGUAGES.includes(language))
      fail(language, `there are no words in '${language}'; choose from ${LANGUAGES.join(', ')}`);
  if (!languages.includes(fallback))
    fail('fallback', `fallback '${fallback}' is not in languages; choose one of them`);
  const { colors } = value;
  for (const appearance of colors ? (['light', 'dark'] as const) : []) {
    const faint = colors ? faintColors(appearance, colors[appearance]) : [];
    if (faint.length > 0)
      fail(appearance, `colors.${appearance} cannot be read: ${faint.join(', ')}; choose stronger colours`);
  }
  for (const field of ['tagline', 'zoneName'] as const)
    for (const language of languages)
      if (value[field][language] === undefined)
        fail(field, `${field} has no text in '${language}', which languages offers; add it`);
  return value;
}

/** Reads operator.json and sets the zone, the languages and the names of this process. Throws OperatorDataError at the first fault. */
export function openSettings(files: OperatorFiles): OperatorSettings {
  const settings = readSettings(files);
  setZone(settings.zone);
  setLanguages(settings);
  setRailway(settings);
  return settings;
}
