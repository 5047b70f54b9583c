// The shop and its location, the same for every order of this desk.
import { text, useSay } from '../app/text/texts.ts';
import { TextField } from '../ui/controls/field.tsx';
import type { Shop } from './kept-shop.ts';

const MAX = 100;
const WORDS = {
  seller: text('販売元', 'Seller'),
  site: text('販売場所', 'Sold at'),
  kept: text('この端末に記憶されます。', 'Remembered on this device.'),
  missing: text('1文字から100文字で入力してください。', 'Please type 1 to 100 characters.'),
};
const isWrong = (value: string) => value.trim() === '' || value.length > MAX;
export const isShopWrong = ({ seller, salesSite }: Shop): boolean => isWrong(seller) || isWrong(salesSite);

/** `tried`: show what is missing, after a first attempt to continue. */
export function ShopFields({
  shop,
  onShop,
  tried,
}: {
  readonly shop: Shop;
  readonly onShop: (shop: Shop) => void;
  readonly tried: boolean;
}) {
  const say = useSay();
  const error = (value: string) => (tried && isWrong(value) ? say(WORDS.missing) : undefined);
  return (
    <>
      <TextField
        label={say(WORDS.seller)}
        hint={say(WORDS.kept)}
        value={shop.seller}
        onValue={(seller) => onShop({ ...shop, seller })}
        error={error(shop.seller)}
      />
      <TextField
        label={say(WORDS.site)}
        hint={say(WORDS.kept)}
        value={shop.salesSite}
        onValue={(salesSite) => onShop({ ...shop, salesSite })}
        error={error(shop.salesSite)}
      />
    </>
  );
}
