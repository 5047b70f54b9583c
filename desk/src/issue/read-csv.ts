// A CSV file as people save it: UTF-8 with or without its mark, Shift_JIS, or UTF-16; with commas, tabs or semicolons.

/** Takes a file's bytes; gives its text, or null where it is in none of the encodings that spreadsheets write. */
export function decodeFile(bytes: Uint8Array): string | null {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  for (const encoding of utf16 ? ['utf-16le'] : ['utf-8', 'shift_jis']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // What is no text at all decodes as UTF-8 all the same.
      return text.includes('\0') ? null : text;
    } catch {
      continue;
    }
  }
  return null;
}

/** What separates the cells: of those that may, the one that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r\n?|\n/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', '\t', ';'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

export interface CsvLine {
  /** The line of the file it begins on, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Takes CSV (RFC 4180); gives its rows, cells trimmed, without those that are empty. */
export function parseCsv(text: string): CsvLine[] {
  const separator = separatorOf(text);
  const rows: CsvLine[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let begun = 1;
  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (cells.some((each) => each !== '')) rows.push({ line: begun, cells });
    cells = [];
    begun = line + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const newLine = letter === '\n' || (letter === '\r' && text[at + 1] !== '\n');
    if (quoted && letter === '"' && text[at + 1] === '"') {
      cell += letter;
      at += 1;
    } else if (letter === '"' && (quoted || cell.trim() === '')) {
      quoted = !quoted;
      cell = quoted ? '' : cell;
    } else if (!quoted && letter === separator) endCell();
    else if (!quoted && newLine) endRow();
    else if (quoted || letter !== '\r') cell += letter;
    if (newLine) line += 1;
  }
  endRow();
  return rows;
}
