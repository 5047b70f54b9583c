// Lists what the desk may issue.
import type { DataOf } from '@kippu/contract/call';
import type { deskProducts } from '@kippu/contract/calls/desk/find';
import { namesOf } from '@kippu/contract/names';
import type { OperatorData } from '../../platform/operator/operator-data.ts';

/** Returns the operator's products in its own order, and the name of the issuer. */
export const listProducts = ({ agency, products }: OperatorData): DataOf<typeof deskProducts> => ({
  issuer: agency.name,
  products: [...products.values()].map((product) => ({
    productId: product.productId,
    ...namesOf(product, 'productName'),
    kind: product.kind,
    price: product.price,
    activateWithinDays: product.activateWithinDays,
    days: product.days,
  })),
});
