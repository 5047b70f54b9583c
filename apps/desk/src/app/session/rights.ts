// The rights of each role. The contract defines them and the server enforces them; the desk only hides what is not
// allowed.
import { STAFF_ROLES, type StaffRole } from '@kippu/contract/values';
import type { Route } from '@kippu/contract/route';
import { useSession } from './session.ts';
import { DESK_WORDS } from '../text/words.ts';
import type { Text } from '../text/texts.ts';

const words = DESK_WORDS.staff;

export const ROLE_WORDS: Readonly<Record<StaffRole, Text>> = words.role;
export const ROLES = STAFF_ROLES;

/** Reports whether staff of this role may make a desk call. */
export const mayCall = (role: StaffRole, route: Route): boolean =>
  role === 'manager' || (route.callers ?? []).includes(role);

/** Returns `may(call)` for the person who is signed in. Controls for other calls are hidden. */
export function useMay(): (route: Route) => boolean {
  const role = useSession().staff?.role;
  return (route) => role !== undefined && mayCall(role, route);
}
