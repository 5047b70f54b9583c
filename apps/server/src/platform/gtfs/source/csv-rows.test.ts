// Rows of CSV in any pieces: the same as csv-parse reads, with the right line for all three line ends.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvRows } from './csv-rows.ts';

interface Found {
  readonly rows: { readonly line: number; readonly cells: readonly string[] }[];
  readonly broken: { readonly line: number; readonly character: number }[];
}

/** Reads a text that arrives in pieces of so many characters. */
function read(text: string, piece = text.length || 1): Found {
  const found: Found = { rows: [], broken: [] };
  const csv = new CsvRows(
    (cells, line) => found.rows.push({ line, cells: [...cells] }),
    (line, character) => found.broken.push({ line, character }),
  );
  for (let at = 0; at < text.length; at += piece) csv.push(text.slice(at, at + piece));
  csv.end();
  return found;
}
const linesOf = (text: string) => read(text).rows.map(({ line, cells }) => [line, ...cells]);

test.each(['\n', '\r\n', '\r'])('lines are counted by %j, also inside quotation marks', (end) => {
  const text = ['a,b', '1,"x', 'y"', '', '2,""', '"3",4'].join(end);
  expect(linesOf(text)).toEqual([
    [1, 'a', 'b'],
    [2, '1', `x${end}y`],
    [4, ''],
    [5, '2', ''],
    [6, '3', '4'],
  ]);
});

test('spaces around quotation marks, doubled ones, and those inside a bare cell', () => {
  expect(linesOf('a, "b ""c""" ,5" pipe')).toEqual([[1, 'a', 'b "c"', '5" pipe']]);
});

test('after a broken row, reading goes on in the next line', () => {
  const { rows, broken } = read('a,b\n"c"d,e\nf,g\nh,"i\nj,k\nl,m');
  expect(broken).toEqual([
    { line: 2, character: 4 },
    { line: 4, character: 3 },
  ]);
  expect(rows.map(({ line, cells }) => [line, cells.join()])).toEqual([
    [1, 'a,b'],
    [3, 'f,g'],
    [5, 'j,k'],
    [6, 'l,m'],
  ]);
});

test('a quotation mark that is never closed costs no more than a part of the file', () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => `${at},x`);
  const text = ['a,b', '"0,x', ...rows].join('\n');
  const { rows: found, broken } = read(text, 10_000);
  expect(broken).toEqual([{ line: 2, character: 1 }]);
  expect(found).toHaveLength(50_001);
  expect(found.at(-1)).toEqual({ line: 50_002, cells: ['49999', 'x'] });
});

const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '駅'), maxLength: 6 });
const written = fc.record({
  table: fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  piece: fc.integer({ min: 1, max: 9 }),
});

test('the same rows as csv-parse reads, in any pieces', () => {
  fc.assert(
    fc.property(written, ({ table, end, piece }) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = table.map((row) => row.map(quoted).join(',')).join(end);
      const options = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true };
      const { rows, broken } = read(text, piece);
      expect(broken).toEqual([]);
      expect(rows.map(({ cells }) => cells)).toEqual(parse(text, options));
    }),
  );
});

test('any text is read to its end, the same in any pieces, and no line is counted twice', () => {
  const anything = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' '), maxLength: 40 });
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 7 }), (text, piece) => {
      const whole = read(text);
      expect(read(text, piece)).toEqual(whole);
      const lines = text.split(/\r\n|\r|\n/).length;
      for (const { line } of [...whole.rows, ...whole.broken]) expect(line).toBeLessThanOrEqual(lines);
      const starts = whole.rows.map(({ line }) => line);
      expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    }),
  );
});
