// What the desk may issue.
import type { DataOf } from '@kippu/contract/call';
import type { deskProducts } from '@kippu/contract/desk-find';
import type { OperatorData } from '../operator/operator-data.ts';

/** Gives the operator's products in its own order, and the name it issues them in. */
export const listProducts = ({ agency, products }: OperatorData): DataOf<typeof deskProducts> => ({
  issuer: agency.name,
  products: [...products.values()].map((product) => ({
    productId: product.productId,
    productNameCn: product.productNameCn,
    productNameEn: product.productNameEn,
    productNameJp: product.productNameJp,
    productNameKr: product.productNameKr,
    productNameTC: product.productNameTC,
    kind: product.kind,
    price: product.price,
    activateWithinDays: product.activateWithinDays,
    days: product.days,
  })),
});
