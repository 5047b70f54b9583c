// Builds orders from the rows of a file, and reports the faults of each row.
import type { BodyOf } from '@kippu/contract/route-types';
import type { deskTickets } from '@kippu/contract/routes/desk/issue';
import type { DeskProduct } from '@kippu/contract/calls/desk/find';
import { PASSENGER_CATEGORIES, type PassengerCategory } from '@kippu/contract/values';
import { MAX_USE_BY_DAYS } from '@kippu/contract/limits';
import type { Language } from '@kippu/contract/languages';
import type { Currency } from '@kippu/contract/page-settings';
import { parseMoney } from '@kippu/domain/text/money';
import { orderIdOf } from '@kippu/domain/text/seen-text';
import { addDays, isDate } from '@kippu/domain/time/service-day';
import { DESK_WORDS } from '../app/text/words.ts';
import type { Text } from '../app/text/texts.ts';
import { CATEGORY_WORDS } from '../app/text/ticket-words.ts';
import type { CsvLine } from './read-csv.ts';

const words = DESK_WORDS.orders;

export type Order = BodyOf<typeof deskTickets>;
/** The limits of the call's schema. */
export const MAX_ORDER = 200;
export const MAX_ROWS = 10_000;

export const COLUMNS = ['order', 'product', 'category', 'count', 'validUntil', 'price'] as const;
export type Column = (typeof COLUMNS)[number];
export const COLUMN_TITLES: Readonly<Record<Column, Text>> = words.column;

const FAULTS = words.fault;

export interface CsvRow {
  readonly line: number;
  readonly cells: Readonly<Record<Column, string>>;
  readonly faults: readonly Text[];
}
export interface CsvOrders {
  readonly rows: readonly CsvRow[];
  /** The orders without a faulty row. The form sets their shop. */
  readonly orders: readonly Pick<Order, 'orderId' | 'productId' | 'tickets'>[];
}

/** Normalises a title or a category: ignores width, case and spaces. */
const folded = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/** Removes the currency that older files name in a title: 'price_eur', '単価（ユーロ）'. */
const withoutUnit = (title: string) => title.normalize('NFKC').replace(/_[a-z]{3}$|\(.*\)$/i, '');

/** Returns the position of each column, or null if the title row lacks a required one. */
function placesOf(titles: readonly string[]): ReadonlyMap<Column, number> | null {
  const places = new Map<Column, number>();
  titles.forEach((title, at) => {
    const column = COLUMNS.find((each) =>
      Object.values(COLUMN_TITLES[each]).some((name: string) => folded(name) === folded(withoutUnit(title))),
    );
    if (column && !places.has(column)) places.set(column, at);
  });
  return (['order', 'product', 'category', 'count'] as const).every((each) => places.has(each))
    ? places
    : null;
}

export const isChild = (category: PassengerCategory): boolean => /child/i.test(category);

/** The price for every kind of child. */
const priceFor = ({ price }: DeskProduct, category: PassengerCategory): number =>
  isChild(category) ? price.child : price.adult;

const SPELLINGS: Readonly<Partial<Record<PassengerCategory, Text>>> = words.spellings;

/** Returns all names of a category: its own, the desk's in each language, and other usual ones. */
const namesOf = (category: PassengerCategory): readonly string[] => [
  category,
  ...Object.values(CATEGORY_WORDS[category]),
  ...Object.values(SPELLINGS[category] ?? {}).flatMap((names: string) => names.split(/[,、]/)),
];
const CATEGORY_OF: ReadonlyMap<string, PassengerCategory> = new Map(
  PASSENGER_CATEGORIES.flatMap((each) => namesOf(each).map((name) => [folded(name), each] as const)),
);
const categoryOf = (cell: string): PassengerCategory | undefined => CATEGORY_OF.get(folded(cell));

/** Whether a spreadsheet made a power of ten of a long number: '2.02611E+11', with a comma in other languages. Several numbers look the same then. */
const isShortened = (cell: string): boolean => /^\d([.,]\d+)?e\+\d+$/i.test(cell.normalize('NFKC'));

/** Parses a whole number, such as '120' or '１２０'. Returns undefined for other text. */
function wholeOf(cell: string): number | undefined {
  const digits = cell.normalize('NFKC').replace(/[,\s]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

/** Parses '2027-03-31', '2027/3/31' or '2027年3月31日' into an ISO date. */
function dateOf(cell: string): string | undefined {
  const [, year, month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(cell.normalize('NFKC')) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

interface Shop {
  readonly products: readonly DeskProduct[];
  /** The railway's date. */
  readonly today: string;
  readonly currency: Currency;
  /** The language of the desk, which says how a price is written. */
  readonly language: Language;
}
interface Building {
  readonly productId: string;
  readonly tickets: Order['tickets'];
  sound: boolean;
}

/** Reads one row and lists its faults, without comparing it to other rows. */
function readRow(cells: CsvRow['cells'], { products, today, currency, language }: Shop) {
  const faults: Text[] = [];
  const expect = <T>(value: T | undefined, fault: Text): T | undefined => {
    if (value === undefined) faults.push(fault);
    return value;
  };
  if (cells.order === '') faults.push(FAULTS.noOrder);
  else if (isShortened(cells.order)) faults.push(FAULTS.shortened);
  else if (orderIdOf(cells.order) === undefined) faults.push(FAULTS.orderId);
  const product = expect(
    products.find(({ productId }) => productId === cells.product),
    FAULTS.product,
  );
  const category = expect(categoryOf(cells.category), FAULTS.category);
  const wanted = wholeOf(cells.count) ?? 0;
  const count = expect(wanted >= 1 && wanted <= MAX_ORDER ? wanted : undefined, FAULTS.count);
  const usual = product ? addDays(today, product.activateWithinDays) : undefined;
  const date = cells.validUntil === '' ? usual : expect(dateOf(cells.validUntil), FAULTS.date);
  if (date !== undefined && date < today) faults.push(FAULTS.past);
  if (date !== undefined && date > addDays(today, MAX_USE_BY_DAYS)) faults.push(FAULTS.far);
  const typedPrice = parseMoney(cells.price, currency, language);
  const price =
    cells.price === ''
      ? product && category && priceFor(product, category)
      : expect(typedPrice, FAULTS.price);
  const whole = count !== undefined && category && date !== undefined && price !== undefined;
  const tickets = whole
    ? Array.from({ length: count }, () => ({
        passengerCategory: category,
        useExpireDate: date,
        salePrice: price,
      }))
    : [];
  return { faults, tickets };
}

/**
 * Reads the rows of a file, with the titles first. Returns each row with its faults, and the orders without faults.
 * Returns null if the titles do not name the columns. A missing day or price is the product's own.
 */
export function readOrders([titles, ...lines]: readonly CsvLine[], shop: Shop): CsvOrders | null {
  const places = titles ? placesOf(titles.cells) : null;
  if (!places || !titles) return null;
  const orders = new Map<string, Building>();
  const rows = lines.map(({ line, cells: given }): CsvRow => {
    const cell = (column: Column) => given[places.get(column) ?? -1] ?? '';
    const cells = {
      order: cell('order'),
      product: cell('product'),
      category: cell('category'),
      count: cell('count'),
      validUntil: cell('validUntil'),
      price: cell('price'),
    };
    const { faults, tickets } = readRow(cells, shop);
    if (given.length > titles.cells.length) faults.push(FAULTS.cells);
    const orderId = orderIdOf(cells.order) ?? cells.order;
    const order = orders.get(orderId) ?? { productId: cells.product, tickets: [], sound: true };
    orders.set(orderId, order);
    if (order.productId !== cells.product) faults.push(FAULTS.mixed);
    if (order.tickets.length + tickets.length > MAX_ORDER) faults.push(FAULTS.many);
    else order.tickets.push(...tickets);
    order.sound &&= faults.length === 0;
    return { line, cells, faults };
  });
  return {
    rows,
    orders: [...orders].flatMap(([orderId, { productId, tickets, sound }]) =>
      sound ? [{ orderId, productId, tickets }] : [],
    ),
  };
}
