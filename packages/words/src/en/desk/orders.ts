// Orders in a file, in English.

export const orders = {
  column: {
    order: 'order_id',
    product: 'product_id',
    category: 'category',
    count: 'count',
    validUntil: 'valid_until',
    price: 'price',
  },
  /** How else files write a category, separated by commas. */
  spellings: {
    adult: 'adult, adults, adt',
    child: 'child, children, chd, kid, kids',
    senior: 'senior, seniors, snr',
  },
  fault: {
    shortened:
      'A spreadsheet has shortened this number, as in 2.02611E+11. Format the column as text, enter the numbers again and save',
    noOrder: 'No order number',
    orderId: 'The order number has more than 64 characters, or others than letters A to Z, digits and signs',
    product: 'There is no such product',
    mixed: 'An order has one product only',
    category: 'Unknown category',
    count: 'The count is 1 to 200',
    many: 'An order has 200 tickets at most',
    date: 'Not a date (example: 2027-03-31)',
    past: 'This date is in the past',
    far: 'This date is more than ten years ahead',
    price: 'The price is not an amount of up to 100,000,000 in the currency',
    cells: 'There are too many cells',
  },
};
