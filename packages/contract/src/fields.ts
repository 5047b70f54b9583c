// Schemas shared by all features: ids, dates and times, money, languages, names, pages.
import { Type, type Static, type TOptional, type TRecord, type TSchema, type TString } from 'typebox';
import { strict } from './call.ts';
import { MAX_SEATS_OF_CALL } from './limits.ts';
import { suffixesOf, type Suffix } from './names.ts';

/** An id: 1 to 64 characters, none of them a control character (a NUL would break the database). */
export const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });
const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
/** A date `YYYY-MM-DD`. The pattern accepts 02-30; domain's `isDate` does not. */
export const WireDate = Type.String({ maxLength: 10, pattern: `^${DATE}$` });
/** A month `YYYY-MM`. */
export const WireMonth = Type.String({ maxLength: 7, pattern: '^\\d{4}-(0[1-9]|1[0-2])$' });
/** The format of a wall time that exists. The server knows it: it depends on the railway's zone. */
export const WALL_TIME = 'wall-time';
/**
 * Wall time of the railway `YYYY-MM-DD HH:mm:ss`. In the hour that the end of summer time repeats, this is its first pass; a time of
 * the second has its offset: `2026-11-01 01:30:00-05:00`. The server refuses a time that does not exist (`WALL_TIME`).
 */
export const WireTime = Type.String({
  format: WALL_TIME,
  maxLength: 25,
  pattern: `^${DATE} ([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d([+-](0\\d|1[0-4]):[0-5]\\d)?$`,
});
/** Free text without NUL, at most `maxLength` characters. */
export const text = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000]*$' });
/** Money: an integer in hundredths of the main unit of the operator's currency. */
export const Money = Type.Integer({
  minimum: 0,
  maximum: 100_000_000_00,
  // The API document shows it to partners.
  description: 'Hundredths of the main unit of the currency: 220000 is 2,200.',
});
export const Count = Type.Integer({ minimum: 0 });
/** An email as typed. It is trimmed and folded before a rule of the domain checks it. */
export const EmailText = text(320, 1);
/** Ids separated by commas, for a query: as many as a request for seats may have tickets. */
export const IdList = Type.String({
  minLength: 1,
  maxLength: MAX_SEATS_OF_CALL * 65 - 1,
  pattern: `^[^,\\u0000-\\u001f]{1,64}(,[^,\\u0000-\\u001f]{1,64}){0,${MAX_SEATS_OF_CALL - 1}}$`,
});
export const Cursor = Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' });
export const Latitude = Type.Number({ minimum: -90, maximum: 90 });
export const Longitude = Type.Number({ minimum: -180, maximum: 180 });
/** Accuracy of a position, in metres. */
export const Accuracy = Type.Number({ minimum: 0, maximum: 100_000 });
/** A BCP 47 tag. The server answers in the offered language that fits it best. */
export const LanguageField = Type.String({
  maxLength: 35,
  pattern: '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$',
});
/** The most languages of a text. */
export const MAX_LANGUAGES = 100;
/** A text by language: an object with a BCP 47 tag for each text. */
export const byLanguage = <T extends TSchema>(words: T) =>
  Type.Record(Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$', maxLength: 35 }), words, {
    maxProperties: MAX_LANGUAGES,
    additionalProperties: false,
  });
/** A field encrypted with the server's public key `kid` (RSA-OAEP-256), base64. */
export const Encrypted = strict({
  kid: Id,
  value: Type.String({ minLength: 1, maxLength: 1024, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
});
export type Encrypted = Static<typeof Encrypted>;

/** A page of items; `next` is the cursor of the following page, absent on the last. */
export const page = <T extends TSchema>(item: T) =>
  strict({ items: Type.Array(item), next: Type.Optional(Type.String()) });

/** The schemas of a name's fields. */
type NameFields<P extends string> = Record<`${P}${Suffix<P>}`, TString> &
  Record<`${P}In`, TOptional<TRecord<'^.*$', TString>>>;
/**
 * The schema properties of a name, to spread into an object: `...nameFields('stationName')`. Five languages have a field of
 * their own, and a map by tag has the operator's others (names.ts).
 */
export const nameFields = <const P extends string>(prefix: P): NameFields<P> =>
  ({
    ...Object.fromEntries(suffixesOf(prefix).map((suffix) => [prefix + suffix, Type.String()])),
    [`${prefix}In`]: Type.Optional(Type.Record(Type.String(), Type.String())),
  }) as NameFields<P>;
