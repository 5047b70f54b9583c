// The operator that the tested server serves, from its folder: the journeys on every railway have their names from here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@kippu/contract/languages';
import type { KindUse } from '@kippu/contract/page-settings';

/** The folder of `operators/`. */
export const OPERATOR = process.env['E2E_OPERATOR'] ?? 'kansai';
export const OPERATOR_DIR = join(import.meta.dirname, '../../../operators', OPERATOR);

const read = <T>(file: string): T => JSON.parse(readFileSync(join(OPERATOR_DIR, file), 'utf8')) as T;

interface Settings {
  readonly languages: readonly Language[];
  readonly kinds: readonly { readonly kind: string; readonly use: KindUse }[];
}
interface Product {
  readonly productId: string;
  readonly kind: string;
  readonly days: number;
  readonly reservations: number;
  readonly sections: readonly { readonly from: string; readonly to: string }[];
}

const { languages, kinds } = read<Settings>('operator.json');

/** The railway's own language, which its staff read. */
export const ownLanguage: Language = languages[0] ?? 'en';

/** Whether staff take any of its tickets in. */
export const hasTakingIn = kinds.some(({ use }) => use === 'admission' || use === 'exchange');

/** A ticket for several days with reserved seats, and a journey that it may reserve. */
export function passOfDays(): { readonly productId: string; readonly from: string; readonly to: string } {
  for (const { productId, kind, days, reservations, sections } of read<readonly Product[]>('products.json')) {
    const [journey] = sections;
    const isForDays = kinds.some((each) => each.kind === kind && each.use === 'days');
    if (isForDays && days > 1 && reservations > 1 && journey) return { productId, ...journey };
  }
  throw new Error(`${OPERATOR} sells no ticket for several days with reserved seats`);
}

/** The name of the railway's agency, which issues its tickets. */
export const issuer: string = (() => {
  const [head = '', row = ''] = readFileSync(join(OPERATOR_DIR, 'gtfs/agency.txt'), 'utf8').split('\n');
  const cells = (line: string) => line.split(',').map((cell) => cell.replaceAll('"', ''));
  return cells(row)[cells(head).indexOf('agency_name')] ?? '';
})();
