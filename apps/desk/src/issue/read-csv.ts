// Reads CSV files: UTF-8 with or without a byte order mark, Shift_JIS or UTF-16; with commas, tabs or semicolons.
import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/** Decodes a file. Returns null if its encoding is none that spreadsheets write. */
export function decodeFile(bytes: Uint8Array): string | null {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  for (const encoding of utf16 ? ['utf-16le'] : ['utf-8', 'shift_jis']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // Binary data may also decode as UTF-8.
      return text.includes('\0') ? null : text;
    } catch {
      continue;
    }
  }
  return null;
}

/** Returns the separator that occurs most often in the first line. */
function separatorOf(text: string): string {
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
    const records = parse(text, {
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
