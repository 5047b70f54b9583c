import { expect, it } from 'vitest';
import { csvText, fileName } from './csv-text.ts';

it('writes what a spreadsheet reads as it was: marked as UTF-8, quoted, and never run as a formula', () => {
  expect(
    csvText([
      ['注文番号', 'n'],
      ['a,"b"\nc', 12],
      ['=1+1', -3],
      ['+81', '@x'],
    ]),
  ).toBe('\uFEFF注文番号,n\r\n"a,""b""\nc",12\r\n\'=1+1,-3\r\n\'+81,\'@x\r\n');
});

it('runs no cell as a formula that begins in full width, or after blanks or invisible characters', () => {
  for (const cell of ['＝1+1', '＋81', '－1', '＠x', ' =1+1', '\u3000=1', '\u202E@x', '\u200B+1', '\t1'])
    expect(csvText([[cell]]), JSON.stringify(cell)).toBe(`\uFEFF'${cell}\r\n`);
  for (const cell of ['a=1', 'A-0001', '京都＝', ' x']) expect(csvText([[cell]])).toBe(`\uFEFF${cell}\r\n`);
});

it('leaves a cell with a semicolon whole, where a spreadsheet separates by semicolons', () => {
  expect(csvText([['a;=1+1', 'b;"c"']])).toBe('\uFEFF"a;=1+1","b;""c"""\r\n');
});

it('names a file by what was typed, without what leads elsewhere or deceives', () => {
  expect(fileName('kippu-注文 A-0001.csv')).toBe('kippu-注文 A-0001.csv');
  expect(fileName('../../a"b\r\nc/d:e.csv')).toBe('_____a_b__c_d_e.csv'.replace('_____a', '__.._a'));
  expect(fileName('invoice\u202Efdp.exe')).toBe('invoice_fdp.exe');
});
