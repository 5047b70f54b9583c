// What one's role lets one do: the contract says it, the server enforces it, the desk shows only that.
import { STAFF_ROLES, type Call, type StaffRole } from '@kippu/contract/call';
import { useSession } from './session.ts';
import { text, type Text } from './texts.ts';

export const ROLE_WORDS: Readonly<Record<StaffRole, Text>> = {
  counter: text('窓口', 'Counter'),
  editor: text('お知らせ担当', 'Editor'),
  manager: text('管理者', 'Manager'),
};
export const ROLES = STAFF_ROLES;

/** Whether staff of this role may make a call of the desk. */
export const mayCall = (role: StaffRole, call: Call): boolean =>
  role === 'manager' || (call.callers ?? []).includes(role);

/** Gives `may(call)` for who is signed in: what leads to a call that they may not make is not shown. */
export function useMay(): (call: Call) => boolean {
  const role = useSession().staff?.role;
  return (call) => role !== undefined && mayCall(role, call);
}
