// Reads one file of a feed row by row, and reports what is wrong with its form and its values.
import { withoutInvisible } from '@kippu/domain/text/seen-text';
import { isDate } from '@kippu/domain/time/service-day';
import type { FindingCode } from '@kippu/contract/feed-findings';
import type { Findings, Place } from '../report/findings.ts';
import { CsvRows } from '../source/csv-rows.ts';
import { SourceFault, type FeedSource } from '../source/feed-source.ts';

/** What a table must and may have. */
export interface TableForm {
  readonly file: string;
  readonly required: readonly string[];
  /** All columns of the standard. Others are named in the report. */
  readonly known: readonly string[];
  readonly maxRows: number;
}

/** A row. One object for all rows of a table: read it before the next row comes. */
export class Row {
  readonly #file: string;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #findings: Findings;
  #cells: readonly string[] = [];
  line = 0;

  constructor(file: string, columns: ReadonlyMap<string, number>, findings: Findings) {
    this.#file = file;
    this.#columns = columns;
    this.#findings = findings;
  }

  /** Goes on to another row. */
  take(cells: readonly string[], line: number): void {
    this.#cells = cells;
    this.line = line;
  }

  has(column: string): boolean {
    return this.#columns.has(column);
  }

  /** Returns the trimmed value of a column; '' where it is empty or there is no such column. */
  get(column: string): string {
    const at = this.#columns.get(column);
    return at === undefined ? '' : (this.#cells[at]?.trim() ?? '');
  }

  /** Returns a text that people read, without invisible characters. */
  words(column: string): string {
    return withoutInvisible(this.get(column)).trim();
  }

  report(code: FindingCode, column: string, against?: string): void {
    const place: Place = { file: this.#file, line: this.line, column, value: this.get(column) };
    this.#findings.add(code, against === undefined ? place : { ...place, against });
  }

  /** Returns a value; reports an empty one and returns ''. */
  required(column: string): string {
    const value = this.get(column);
    if (value === '') this.report('missing_required_field', column);
    return value;
  }

  /** Returns the row's id, or ''. Longer ids do not fit the calls and the database. */
  id(column: string, longest = 64): string {
    const value = this.required(column);
    if (value.length <= longest && !/\p{Cc}/u.test(value)) return value;
    this.report('id_too_long', column, String(longest));
    return '';
  }

  /** Returns one of a set of whole numbers. An empty value is `fallback`, a wrong one is reported and undefined. */
  oneOf<N extends number>(column: string, values: readonly N[], fallback: N | undefined): N | undefined {
    const text = this.get(column);
    if (text === '') {
      if (fallback === undefined) this.report('missing_required_field', column);
      return fallback;
    }
    const found = values.find((value) => String(value) === text);
    if (found === undefined) this.report('unexpected_enum_value', column, values.join(', '));
    return found;
  }

  /** Returns a whole number of at least 0; undefined where it is none, which is reported. */
  whole(column: string, most: number): number | undefined {
    const text = this.required(column);
    if (text === '') return undefined;
    if (!/^\d{1,9}$/.test(text)) this.report('invalid_integer', column);
    else if (Number(text) > most) this.report('number_out_of_range', column, String(most));
    else return Number(text);
    return undefined;
  }

  /** Returns a decimal number between -most and most; undefined where it is none, which is reported. */
  decimal(column: string, most: number): number | undefined {
    const text = this.get(column);
    if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(text)) this.report('invalid_float', column);
    else if (Math.abs(Number(text)) > most) this.report('number_out_of_range', column, String(most));
    else return Number(text);
    return undefined;
  }

  /** Returns a date 'YYYY-MM-DD'; undefined where it is none, which is reported. */
  date(column: string): string | undefined {
    const text = this.required(column);
    if (text === '') return undefined;
    const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    if (/^\d{8}$/.test(text) && isDate(date)) return date;
    this.report('invalid_date', column);
    return undefined;
  }

  /** Returns a time in seconds since the start of the service day; undefined where it is empty, or wrong, which is reported. */
  time(column: string): number | undefined {
    const text = this.get(column);
    if (text === '') return undefined;
    const seconds = secondsOf(text);
    if (seconds === undefined) this.report('invalid_time', column);
    return seconds;
  }
}

const DIGIT_ZERO = 48;
/** Returns two digits at a position as a number; NaN where they are none. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - DIGIT_ZERO, text.charCodeAt(at + 1) - DIGIT_ZERO];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Reads H:MM:SS, HH:MM:SS or HHH:MM:SS; undefined for another form. */
function secondsOf(text: string): number | undefined {
  const colon = text.indexOf(':');
  if (colon < 1 || colon > 3 || text.length !== colon + 6 || text[colon + 3] !== ':') return undefined;
  const hours = Number(text.slice(0, colon));
  const [minutes, seconds] = [twoDigits(text, colon + 1), twoDigits(text, colon + 4)];
  if (!(hours >= 0) || !/^\d+$/.test(text.slice(0, colon)) || !(minutes < 60) || !(seconds < 60))
    return undefined;
  return hours * 3600 + minutes * 60 + seconds;
}

/** Writes seconds since the start of the service day as HH:MM:SS. */
export const clockText = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** The columns of a header by name. Reports what is wrong with it; undefined where the file cannot be read by it. */
function columnsOf(
  cells: readonly string[],
  form: TableForm,
  findings: Findings,
): ReadonlyMap<string, number> | undefined {
  const { file, required, known } = form;
  const place = (column: string): Place => ({ file, line: 1, column });
  const columns = new Map<string, number>();
  cells.forEach((cell, at) => {
    const name = withoutInvisible(cell).trim();
    if (name === '') findings.add('empty_column_name', { file, line: 1, value: String(at + 1) });
    else if (columns.has(name)) findings.add('duplicated_column', place(name));
    else columns.set(name, at);
    if (name !== '' && !known.includes(name)) findings.add('unknown_column', place(name));
  });
  const missing = required.filter((column) => !columns.has(column));
  for (const column of missing) findings.add('missing_required_column', place(column));
  return missing.length > 0 ? undefined : columns;
}

export interface TableInput {
  readonly source: FeedSource;
  readonly findings: Findings;
  /** Called with the bytes read since the last time. */
  readonly onBytes: (bytes: number) => void;
}

/** What stands for bytes that are not UTF-8, and NUL. */
const BROKEN = /[\uFFFD\0]/;

/** Reads the rows of one table by its header. */
class TableReader {
  readonly #form: TableForm;
  readonly #findings: Findings;
  readonly #onRow: (row: Row) => void;
  #row: Row | undefined;
  #width = 0;
  #header: readonly string[] = [];
  rows = 0;
  /** Whether a header came. */
  hasHeader = false;
  /** Whether nothing more is read of the file. */
  isOver = false;
  /** Whether a piece of the file had bytes that are not UTF-8, or a NUL, which the database cannot hold. */
  hasBroken = false;

  constructor(form: TableForm, findings: Findings, onRow: (row: Row) => void) {
    this.#form = form;
    this.#findings = findings;
    this.#onRow = onRow;
  }

  readonly onCells = (cells: readonly string[], line: number): void => {
    const { file, maxRows } = this.#form;
    if (this.isOver) return;
    if (this.hasBroken) this.#checkCharacters(cells, line);
    if (cells.every((cell) => cell.trim() === '')) {
      // An empty line is none of the row's columns.
      if (cells.length > 1 || cells[0] !== '') this.#findings.add('empty_row', { file, line });
    } else if (!this.hasHeader) {
      this.#takeHeader(cells);
    } else {
      this.rows += 1;
      if (this.rows > maxRows) {
        this.isOver = true;
        this.#findings.add('too_many_rows', { file, line, against: String(maxRows) });
      } else if (this.#fits(cells, line)) {
        this.#row?.take(cells, line);
        if (this.#row) this.#onRow(this.#row);
      }
    }
  };

  #takeHeader(cells: readonly string[]): void {
    const columns = columnsOf(cells, this.#form, this.#findings);
    this.hasHeader = true;
    this.#width = cells.length;
    this.#header = cells.map((cell) => withoutInvisible(cell).trim());
    this.isOver = columns === undefined;
    if (columns) this.#row = new Row(this.#form.file, columns, this.#findings);
  }

  #checkCharacters(cells: readonly string[], line: number): void {
    const { file } = this.#form;
    cells.forEach((cell, at) => {
      if (!BROKEN.test(cell)) return;
      const column = this.#header[at];
      const place = { file, line, value: cell.trim() };
      this.#findings.add('invalid_character', column === undefined ? place : { ...place, column });
    });
  }

  /** Whether the row has no value beyond the header. Reports another length. */
  #fits(cells: readonly string[], line: number): boolean {
    if (cells.length === this.#width) return true;
    const hasMore = cells.slice(this.#width).some((cell) => cell.trim() !== '');
    const place = { file: this.#form.file, line, value: String(cells.length), against: String(this.#width) };
    this.#findings.add(hasMore ? 'invalid_row_length' : 'uneven_row', place);
    return !hasMore;
  }
}

/**
 * Reads a file; `onRow` gets each row that has the form of one. Returns the number of rows, or undefined where the feed
 * does not have the file. A file that is broken is reported, and read as far as it can be.
 */
export async function readTable(
  { source, findings, onBytes }: TableInput,
  form: TableForm,
  onRow: (row: Row) => void,
): Promise<number | undefined> {
  const { file } = form;
  const found = source.files.find(({ name }) => name === file);
  if (!found) return undefined;
  const table = new TableReader(form, findings, onRow);
  const csv = new CsvRows(table.onCells, (line, character) => {
    if (!table.isOver) findings.add('csv_parsing_failed', { file, line, value: String(character) });
  });
  const decoder = new TextDecoder();
  const push = (text: string) => {
    table.hasBroken ||= BROKEN.test(text);
    csv.push(text);
  };
  try {
    for await (const chunk of found.chunks()) {
      onBytes(chunk.length);
      if (table.isOver) break;
      push(decoder.decode(chunk, { stream: true }));
    }
    push(decoder.decode());
    csv.end();
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    findings.add(error.code, error.place);
  }
  if (!table.hasHeader) findings.add('empty_file', { file });
  return table.rows;
}
