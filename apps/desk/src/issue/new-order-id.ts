// Order ids that the desk creates: the date, and letters that cannot be confused.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns an id such as 'D-20261129-7F3K2QXM' for a date 'YYYY-MM-DD'. */
export const newOrderId = (today: string): string =>
  `D-${today.replaceAll('-', '')}-${Array.from(
    crypto.getRandomValues(new Uint32Array(8)),
    (random) => LETTERS[random % LETTERS.length],
  ).join('')}`;
