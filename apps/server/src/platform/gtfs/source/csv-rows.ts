// Splits CSV (RFC 4180) into rows while it arrives, with the exact line of each row whatever its line ends are.

/** Receives a row. `cells` is valid until the function returns. */
export type OnRow = (cells: readonly string[], line: number) => void;
/** Receives the place of a quotation mark that makes a row unreadable: its line, and the character in that line, from 1. */
export type OnBroken = (line: number, character: number) => void;

/** A longer row is taken for one whose quotation mark is not closed. */
const MAX_ROW = 64 * 1024;

const QUOTE = 34;
const COMMA = 44;
const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;

/** The row goes on in the next piece of text. */
const INCOMPLETE = -1;

export class CsvRows {
  readonly #onRow: OnRow;
  readonly #onBroken: OnBroken;
  readonly #cells: string[] = [];
  /** What is not read yet: the beginning of a row. */
  #text = '';
  /** The line on which the row begins. */
  #line = 1;
  /** The line ends inside the cells of the row. */
  #lineEnds = 0;
  /** Where a row that is incomplete became unreadable. */
  #stuck = 0;
  /** Whether the rest of a line is left out. */
  #isSkipping = false;

  constructor(onRow: OnRow, onBroken: OnBroken) {
    this.#onRow = onRow;
    this.#onBroken = onBroken;
  }

  /** Reads the rows that are complete with this piece of text. */
  push(text: string): void {
    this.#read(this.#text + text, false);
  }

  /** Reads what is left. */
  end(): void {
    this.#read(this.#text, true);
  }

  #read(text: string, isEnd: boolean): void {
    let at = this.#isSkipping ? this.#skipLine(text, 0, isEnd) : 0;
    while (at < text.length && !this.#isSkipping) {
      const next = this.#row(text, at, isEnd);
      if (next === INCOMPLETE && text.length - at <= MAX_ROW) break;
      at = next === INCOMPLETE ? this.#fail(text, at, this.#stuck, isEnd) : next;
    }
    this.#text = text.slice(at);
  }

  /** Reads the row at `at`. Returns where the next one begins. */
  #row(text: string, at: number, isEnd: boolean): number {
    this.#cells.length = 0;
    this.#lineEnds = 0;
    this.#stuck = at;
    let here = at;
    for (;;) {
      const from = here;
      here = afterBlanks(text, here);
      if (text.charCodeAt(here) === QUOTE) {
        this.#stuck = here;
        here = this.#quoted(text, here + 1);
        if (here === INCOMPLETE) return isEnd ? this.#fail(text, at, this.#stuck, isEnd) : INCOMPLETE;
        here = afterBlanks(text, here);
        if (here < text.length && !isEndOfCell(text.charCodeAt(here)))
          return this.#fail(text, at, here, isEnd);
      } else {
        while (here < text.length && !isEndOfCell(text.charCodeAt(here))) here += 1;
        this.#cells.push(text.slice(from, here));
      }
      const code = text.charCodeAt(here);
      // A CR at the end of a piece may belong to an LF of the next one.
      if (!isEnd && here >= text.length - 1 && code !== LF) return INCOMPLETE;
      if (code !== COMMA) break;
      here += 1;
    }
    this.#onRow(this.#cells, this.#line);
    this.#line += this.#lineEnds + 1;
    return afterLineEnd(text, here);
  }

  /** Reads a cell after its opening quotation mark. Returns where it ends, or INCOMPLETE. */
  #quoted(text: string, at: number): number {
    let cell = '';
    let from = at;
    for (;;) {
      const end = text.indexOf('"', from);
      if (end < 0) return INCOMPLETE;
      cell += text.slice(from, end);
      from = end + 1;
      if (text.charCodeAt(from) !== QUOTE) break;
      cell += '"';
      from += 1;
    }
    this.#lineEnds += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
    this.#cells.push(cell);
    return from;
  }

  /** Reports the row at `at` as unreadable at `where`. Returns where the line after `where` begins. */
  #fail(text: string, at: number, where: number, isEnd: boolean): number {
    const before = Math.max(text.lastIndexOf('\n', where - 1), text.lastIndexOf('\r', where - 1));
    const lineStart = where === 0 ? 0 : Math.max(at, before + 1);
    this.#line += this.#lineEnds;
    this.#onBroken(this.#line, where - lineStart + 1);
    return this.#skipLine(text, where, isEnd);
  }

  /** Returns where the next line begins; skips what follows where the line goes on in the next piece. */
  #skipLine(text: string, at: number, isEnd: boolean): number {
    let here = at;
    while (here < text.length && text.charCodeAt(here) !== LF && text.charCodeAt(here) !== CR) here += 1;
    const goesOn = here === text.length || (here === text.length - 1 && text.charCodeAt(here) === CR);
    this.#isSkipping = goesOn && !isEnd;
    if (this.#isSkipping) return here;
    this.#line += 1;
    return afterLineEnd(text, here);
  }
}

const isEndOfCell = (code: number): boolean => code === COMMA || code === LF || code === CR;

function afterBlanks(text: string, at: number): number {
  let here = at;
  while (text.charCodeAt(here) === SPACE || text.charCodeAt(here) === TAB) here += 1;
  return here;
}

const afterLineEnd = (text: string, at: number): number =>
  text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
