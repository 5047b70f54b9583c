import { describe, expect, it } from 'vitest';
import type { DeskProduct } from '@kippu/contract/calls/desk/find';
import { readOrders, type CsvOrders } from './csv-orders.ts';
import { keyOfOrder } from './order-key.ts';
import { decodeFile, encodingFor, parseCsv } from './read-csv.ts';

const names = {
  productNameCn: '',
  productNameEn: '',
  productNameJp: '',
  productNameKr: '',
  productNameTC: '',
};
const pass: DeskProduct = {
  ...names,
  productId: 'pass',
  kind: 'pass',
  price: { adult: 240_000, child: 120_000 },
  activateWithinDays: 90,
  days: 2,
};
const JPY = { code: 'JPY', digits: 0 };
const shop = {
  products: [pass, { ...pass, productId: 'day' }],
  today: '2026-11-29',
  currency: JPY,
  language: 'en',
};
// Files of an earlier release name the currency.
const HEAD = 'order_id,product_id,category,count,valid_until,price_yen';
const read = (...lines: readonly string[]): CsvOrders => {
  const found = readOrders(parseCsv([HEAD, ...lines].join('\r\n')) ?? [], shop);
  if (!found) throw new Error('no titles');
  return found;
};
const faultsOf = (...lines: readonly string[]) =>
  read(...lines).rows.map(({ faults }) => faults.map(({ en }) => en));

describe('a file', () => {
  it('is read in UTF-8, with or without a byte order mark, in Shift_JIS and in UTF-16, and otherwise refused', () => {
    const decoded = (...bytes: number[]) => decodeFile(Uint8Array.from(bytes), 'shift_jis');
    expect(decoded(0x92, 0x8d, 0x95, 0xb6, 0x94, 0xd4, 0x8d, 0x86)).toBe('注文番号');
    expect(decoded(...new TextEncoder().encode('\uFEFF注文番号'))).toBe('注文番号');
    expect(decoded(...new TextEncoder().encode('注文番号'))).toBe('注文番号');
    expect(decoded(0xff, 0xfe, 0xe8, 0x6c)).toBe('注');
    expect(decoded(0xfe, 0xff, 0x6c, 0xe8)).toBe('注');
    expect(decoded(0x89, 0x50, 0xff, 0xff)).toBeNull();
    expect(decoded(0x50, 0, 0x4b, 3)).toBeNull();
  });

  it('is read in the encoding of Western Windows where the railway is not Japanese', () => {
    expect(encodingFor(['ja', 'en'])).toBe('shift_jis');
    expect(encodingFor(['de', 'en'])).toBe('windows-1252');
    // In Shift_JIS, 'äd' would be one character.
    const bytes = Uint8Array.from('M\xe4dchen g\xfcltig', (letter) => letter.charCodeAt(0));
    expect(decodeFile(bytes, 'windows-1252')).toBe('Mädchen gültig');
    expect(decodeFile(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a), 'windows-1252')).toBeNull();
  });

  it('names its separator in a line of its own, which is no row and is counted as a line', () => {
    for (const first of ['sep=;', '\uFEFFsep=;', 'SEP=;', '"sep=;"', 'sep=;;;'])
      expect(parseCsv(`${first}\r\na,x;b\r\n1,5;2`)).toEqual([
        { line: 2, cells: ['a,x', 'b'] },
        { line: 3, cells: ['1,5', '2'] },
      ]);
    expect(parseCsv('sep=\t\na\tb')).toEqual([{ line: 2, cells: ['a', 'b'] }]);
    expect(parseCsv('sep=|,b\n1,2')?.[0]?.cells).toEqual(['sep=|', 'b']);
  });

  it('is split into cells by the separator of its first line, and quoted cells stay whole', () => {
    expect(parseCsv('a,b\r\n"x, ""y""\nz", 1 \n\n,\nlast,')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"\nz', '1'] },
      { line: 6, cells: ['last', ''] },
    ]);
    expect(parseCsv('a;b\n1;2')?.[1]?.cells).toEqual(['1', '2']);
    expect(parseCsv('a\tb\n1,5\t2')?.[1]?.cells).toEqual(['1,5', '2']);
    expect(parseCsv('')).toEqual([]);
    expect(parseCsv('a,b\n"1,2\n3,4')).toBeNull();
  });
});

describe('orders', () => {
  it('are built from rows; a missing day or price is the product’s own', () => {
    const { orders, rows } = read(
      'A-1,pass,adult,2,,',
      'B,day,おとな,1,2027/3/1,"1,500"',
      'A-1,pass,child,1,,',
    );
    expect(rows.every(({ faults }) => faults.length === 0)).toBe(true);
    const usual = { useExpireDate: '2027-02-27' };
    const adult = { passengerCategory: 'adult', ...usual, salePrice: 240_000 };
    expect(orders).toEqual([
      {
        orderId: 'A-1',
        productId: 'pass',
        tickets: [adult, adult, { ...adult, passengerCategory: 'child', salePrice: 120_000 }],
      },
      {
        orderId: 'B',
        productId: 'day',
        tickets: [{ passengerCategory: 'adult', useExpireDate: '2027-03-01', salePrice: 150_000 }],
      },
    ]);
  });

  it('are one where their ids look the same', () => {
    const { orders } = read(
      'A-1,pass,adult,1,,',
      '\uFF21\u20101,pass,adult,1,,',
      'A\uFF0D\uFF11 ,pass,adult,1,,',
    );
    expect(orders.map(({ orderId, tickets }) => [orderId, tickets.length])).toEqual([['A-1', 3]]);
  });

  it('refuse, row by row, numbers that a spreadsheet made powers of ten, since several look the same', () => {
    for (const id of ['2.02611E+11', '2,02611E+11', '2E+11', '２.０２６１１Ｅ＋１１']) {
      const { rows, orders } = read(`"${id}",pass,adult,1,,`, `"${id}",pass,child,1,,`, 'B,pass,adult,1,,');
      expect(rows.map(({ faults }) => faults.length)).toEqual([1, 1, 0]);
      expect(rows[0]?.faults[0]?.en).toMatch(/A spreadsheet has shortened this number/);
      expect(orders.map(({ orderId }) => orderId)).toEqual(['B']);
    }
    expect(faultsOf('2E-11,pass,adult,1,,', '202611000012,pass,adult,1,,')).toEqual([[], []]);
  });

  it.each([
    ['adult', ['大人', 'おとな', '一般', 'Adults', 'ADT', 'Erwachsene']],
    ['child', ['小児', '小人', '子供', '子ども', 'こども', 'Children', 'Kind']],
    ['senior', ['シニア', '高齢者', 'Seniors', 'Senioren']],
  ])('know %s by its usual spellings', (category, spellings) => {
    const { rows, orders } = read(...spellings.map((each) => `A,pass,${each},1,,`));
    expect(rows.flatMap(({ faults }) => faults.map(({ en }) => en))).toEqual([]);
    expect(orders[0]?.tickets.map((ticket) => ticket.passengerCategory)).toEqual(
      spellings.map(() => category),
    );
  });

  it('find their columns in Japanese, in any order, and report missing columns', () => {
    const titles = '枚数,商品ＩＤ,注文番号,旅客区分,備考';
    const found = readOrders(parseCsv(`${titles}\n3,pass,Z,シニア,x`) ?? [], shop);
    expect(found?.orders[0]).toMatchObject({
      orderId: 'Z',
      tickets: [{ passengerCategory: 'senior' }, {}, {}],
    });
    expect(readOrders(parseCsv('a,b\n1,2') ?? [], shop)).toBeNull();
    expect(readOrders([], shop)).toBeNull();
  });

  it('list each fault, and no order with a fault is issued', () => {
    expect(faultsOf(',pass,adult,1,,')).toEqual([['No order number']]);
    expect(faultsOf(`${'x'.repeat(65)},pass,adult,1,,`)[0]).toHaveLength(1);
    for (const id of ['\u0410-1', '注文-1', 'A\u30FC1', '\u200B'])
      expect(faultsOf(`${id},pass,adult,1,,`)[0]).toHaveLength(1);
    expect(faultsOf('A,nothing,adult,1,,')).toEqual([['There is no such product']]);
    expect(faultsOf('A,pass,dog,0,2027-02-30,-1')).toEqual([
      [
        'Unknown category',
        'The count is 1 to 200',
        'Not a date (example: 2027-03-31)',
        'The price is not an amount of up to 100,000,000 in the currency',
      ],
    ]);
    expect(faultsOf('A,pass,adult,1,2026-11-28,')).toEqual([['This date is in the past']]);
    expect(faultsOf('A,pass,adult,1,9999-12-31,')).toEqual([['This date is more than ten years ahead']]);
    expect(faultsOf('A,pass,adult,1,2026-11-29,100000001')).toEqual([
      ['The price is not an amount of up to 100,000,000 in the currency'],
    ]);
    expect(faultsOf('A,pass,adult,1,,,x')).toEqual([['There are too many cells']]);
    const mixed = read('A,pass,adult,1,,', 'A,day,adult,1,,', 'B,day,adult,1,,');
    expect(mixed.rows[1]?.faults.map(({ en }) => en)).toEqual(['An order has one product only']);
    expect(mixed.orders.map(({ orderId }) => orderId)).toEqual(['B']);
    const many = read('A,pass,adult,150,,', 'A,pass,adult,51,,');
    expect(many.rows[1]?.faults.map(({ en }) => en)).toEqual(['An order has 200 tickets at most']);
    expect(many.orders).toEqual([]);
  });

  it('take time in proportion to their number', () => {
    /** Microseconds of processor time, which other programs do not add to. */
    const cost = (rows: number) => {
      const lines = Array.from({ length: rows }, (_, at) => `O-${at >> 3},pass,adult,20,,`);
      const before = process.cpuUsage();
      expect(read(...lines).orders).toHaveLength(rows / 8);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // The first run compiles the code.
    cost(1_000);
    // Eight times the rows; the square would be 64 times.
    expect(cost(8_000)).toBeLessThan(cost(1_000) * 24);
  });

  it('have one stable key each, and another key after any change', async () => {
    const [order] = read('A,pass,adult,1,,').orders;
    if (!order) throw new Error('no order');
    const sold = { ...order, issuer: 'a', seller: 'b', salesSite: 'c' };
    expect(await keyOfOrder(sold)).toBe(await keyOfOrder({ ...sold }));
    expect(await keyOfOrder(sold)).not.toBe(await keyOfOrder({ ...sold, seller: 'x' }));
    expect(await keyOfOrder(sold)).toMatch(/^[\w-]{8,100}$/);
  });
});
