// Where a login leads: back to where it was asked for, unless that belongs to another account.
import { useEffect, useState } from 'react';
import { placeOf } from '../router/link-to.ts';
import { navigateTo } from '../router/router.ts';
import { lastEmail } from './last-email.ts';
import { useSession } from './session.ts';

/** The parameters that name something of one account. */
const OF_ONE_ACCOUNT = ['ticketId', 'ticketIds', 'reservationId', 'recordId', 'holdId'];

/** Whether an address, such as login's `next`, names a ticket or a reservation, which only its own account can open. */
export const isOfOneAccount = (address: string): boolean => {
  const { params } = placeOf(address);
  return OF_ONE_ACCOUNT.some((name) => name in params);
};

/**
 * Leaves a screen for visitors once somebody is signed in: just now, earlier, or in another tab. An account that is not the last one of this phone
 * comes to its own tickets instead of the other's.
 */
export function useLeaveAfterLogin(next: string | undefined): void {
  const email = useSession()?.member.email;
  const [last] = useState(lastEmail);
  useEffect(() => {
    if (email === undefined) return;
    const isOther = last !== '' && last !== email && next !== undefined && isOfOneAccount(next);
    navigateTo(isOther ? undefined : next, { replace: true });
  }, [email, last, next]);
}
