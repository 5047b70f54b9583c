// Checks typed or scanned input at the counter before the server is asked.
import { EXCHANGE_NUMBER_DIGITS, exchangeNumberOf } from '@kippu/domain/ticket/check-digits';

/**
 * `empty`: no input. `check`: ten digits with wrong check digits. `length`: a number of digits that no ticket number
 * has.
 */
export type TypedFault = 'empty' | 'check' | 'length';

const TICKET_NO_DIGITS = 12;

/** Returns the fault of the input, or null if the server may know it. */
export function faultOf(typed: string): TypedFault | null {
  const digits = typed.normalize('NFKC').replace(/[\s\p{Pd}\u2212\u30FC]/gu, '');
  if (digits === '') return 'empty';
  // A voucher number or a phone's code, which only the server can check.
  if (!/^\d+$/.test(digits)) return null;
  if (digits.length === TICKET_NO_DIGITS) return null;
  if (exchangeNumberOf(digits) !== null) return null;
  return digits.length === EXCHANGE_NUMBER_DIGITS.now ? 'check' : 'length';
}
