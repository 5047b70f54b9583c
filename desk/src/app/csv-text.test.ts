import { expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

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
