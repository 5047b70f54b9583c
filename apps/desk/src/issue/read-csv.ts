// Reads CSV files as spreadsheets write them: UTF-8 with or without a byte order mark, UTF-16, or what Windows uses in the railway's
// country; with commas, tabs or semicolons, and `sep=` before the titles.
import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/** The encoding in which spreadsheets write where no byte order mark says another: Japanese Windows has one of its own. */
export const encodingFor = (languages: readonly string[]): 'shift_jis' | 'windows-1252' =>
  languages.includes('ja') ? 'shift_jis' : 'windows-1252';

/** Control characters that no text file has. */
// eslint-disable-next-line no-control-regex
const BINARY = /[\0-\x08\x0e-\x1f]/;

function encodingsOf([first, second]: Uint8Array, local: string): readonly string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  return ['utf-8', local];
}

/** Decodes a file. `local` is the encoding of files that are not Unicode. Returns null if it is in none of these. */
export function decodeFile(bytes: Uint8Array, local: ReturnType<typeof encodingFor>): string | null {
  for (const encoding of encodingsOf(bytes, local)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // Binary data may also decode.
      return BINARY.test(text) ? null : text;
    } catch {
      continue;
    }
  }
  return null;
}

/** The line by which spreadsheets name the separator. */
const NAMED_SEPARATOR = /^\uFEFF?"?sep=([,;\t])"?[ ,;\t]*(?=\r|\n|$)/i;

/** Returns the separator that the file names, or the one that occurs most often in the first line. */
function separatorOf(text: string): string {
  const named = NAMED_SEPARATOR.exec(text)?.[1];
  if (named !== undefined) return named;
  const [first = ''] = text.split(/\r\n?|\n/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', '\t', ';'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

export interface CsvLine {
  /** The line of the file where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A record as csv-parse returns it with `info` and `raw`. */
interface CsvRecord {
  readonly record: readonly string[];
  /** The record as written in the file, with quotation marks. */
  readonly raw: string;
  /** `lines`: the line on which the record ends, from 1. */
  readonly info: { readonly lines: number };
}

/** Returns the number of line ends inside a record. */
const lineEndsIn = (raw: string): number => (raw.trim().match(/\r\n?|\n/g) ?? []).length;

/**
 * Parses CSV (RFC 4180). Returns the rows with trimmed cells, without empty rows, or null if a quotation mark is not
 * closed.
 */
export function parseCsv(text: string): CsvLine[] | null {
  try {
    // The line itself stays, empty, so that the lines are counted as the spreadsheet does.
    const records = parse(text.replace(NAMED_SEPARATOR, ''), {
      bom: true,
      delimiter: separatorOf(text),
      info: true,
      ltrim: true,
      raw: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      rtrim: true,
      skip_empty_lines: true,
    }) as unknown as readonly CsvRecord[];
    return records
      .map(({ record, raw, info }) => ({ line: info.lines - lineEndsIn(raw), cells: record }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return null;
    throw error;
  }
}
