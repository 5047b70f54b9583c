// Orders in a file, in English.

export const orders = {
  column: {
    order: 'order_id',
    product: 'product_id',
    category: 'category',
    count: 'count',
    validUntil: 'valid_until',
    price: 'price_yen',
  },
  fault: {
    noOrder: 'No order number',
    orderId: 'The order number has more than 64 characters, or some that cannot be',
    product: 'There is no such product',
    mixed: 'An order has one product only',
    category: 'This is no category',
    count: 'The count is 1 to 200',
    many: 'An order has 200 tickets at most',
    date: 'This is no date (such as 2027-03-31)',
    past: 'This day is past',
    price: 'The price is whole yen',
    cells: 'There are too many cells',
  },
};
