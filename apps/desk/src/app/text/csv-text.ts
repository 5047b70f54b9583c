// Tables as CSV files for spreadsheets.

/**
 * Matches the start of a cell that a spreadsheet may run as a formula. Japanese spreadsheets also accept full-width
 * characters, and blanks or invisible characters may come first.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

function cellText(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const plain = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * Formats rows of cells, the titles first, as CSV (RFC 4180) with a byte order mark, so that spreadsheets detect UTF-8. A cell with a semicolon is
 * quoted too: spreadsheets of many countries begin a new cell at one, which might be a formula.
 */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;

/**
 * Returns a file name that every system accepts, from a name that includes typed text. It has no folders or hidden
 * characters.
 */
export const fileName = (name: string): string =>
  name.replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_').replace(/^\.+/, '_');

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(name);
  link.click();
  // The browser has read the data by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
