// The table of where each product opens gates. Gates receive it, and the server decides by it.
import { createHash } from 'node:crypto';
import type { ProductGates } from '@kippu/contract/calls/gate/gate';
import type { ProductPlaces } from '@kippu/ticket-code/decide/verify';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import { placesOf } from '../../station/product-places.ts';
import { listFormerProducts } from './gate-store.ts';

/** Where products open gates, by product id. Unknown products are absent. */
export type ProductTable = ReadonlyMap<string, ProductPlaces>;

const tableOf = (operator: OperatorData, products: readonly Product[]): ProductTable =>
  new Map(
    products.flatMap((product) => {
      const places = placesOf(operator, product);
      return places ? [[product.productId, places] as const] : [];
    }),
  );

/** Reads the table of these products, including those that left the operator's files and still have tickets. */
export async function readProductTable(
  db: Db,
  operator: OperatorData,
  productIds: readonly string[],
): Promise<ProductTable> {
  const present = productIds.flatMap((productId) => operator.products.get(productId) ?? []);
  const missing = productIds.filter((productId) => !operator.products.has(productId));
  const former = missing.length === 0 ? [] : await listFormerProducts(db, operator, missing);
  return tableOf(operator, [...present, ...former]);
}

interface TableAnswer {
  readonly products: Record<string, ProductGates>;
  readonly productsVersion: string;
}

/** The table as `/gate/state` sends it, with a version that changes with it. */
function tableAnswer(table: ProductTable): TableAnswer {
  const sorted = (ids: ReadonlySet<string>) => [...ids].toSorted();
  const products = Object.fromEntries(
    [...table]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([productId, places]) => [productId, { in: sorted(places.in), out: sorted(places.out) }]),
  );
  const hash = createHash('sha256').update(JSON.stringify(products)).digest('base64url');
  return { products, productsVersion: hash.slice(0, 22) };
}

/** A cache, since gates ask every few seconds and the table hardly changes. */
const answers = new WeakMap<
  OperatorData['products'],
  { readonly former: string; readonly answer: TableAnswer }
>();

/** The whole table as `/gate/state` sends it. */
export async function productTableAnswer(db: Db, operator: OperatorData): Promise<TableAnswer> {
  const former = await listFormerProducts(db, operator, 'all');
  const mark = JSON.stringify(former);
  const cached = answers.get(operator.products);
  if (cached?.former === mark) return cached.answer;
  const answer = tableAnswer(tableOf(operator, [...operator.products.values(), ...former]));
  answers.set(operator.products, { former: mark, answer });
  return answer;
}
