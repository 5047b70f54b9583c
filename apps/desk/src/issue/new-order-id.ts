// Numbers of orders that the desk makes itself: the day, and letters that nobody mistakes.
export const ORDER_ID_MOST = 64;
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Takes today 'YYYY-MM-DD'; gives 'D-20261129-7F3K2QXM'. */
export const newOrderId = (today: string): string =>
  `D-${today.replaceAll('-', '')}-${Array.from(
    crypto.getRandomValues(new Uint32Array(8)),
    (random) => LETTERS[random % LETTERS.length],
  ).join('')}`;
