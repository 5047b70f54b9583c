// The signed-in traveller's own data, from the session at once and fresh from the server after.
import { memberLoad, type Member } from '@kippu/contract/account';
import { useEffect } from 'react';
import { queryClient, queryKey, useRead } from '../app/queries.ts';
import { renewMember, useSession } from '../app/session.ts';

/** Takes what a call answered about the member; every screen shows it from now on. */
export function keepMember(member: Member): void {
  queryClient.setQueryData(queryKey(memberLoad), member);
  renewMember(member);
}

/** The member; undefined without a session. */
export function useMember(): Member | undefined {
  const session = useSession();
  const { data } = useRead(memberLoad, {}, { enabled: session !== null });
  useEffect(() => {
    if (data) renewMember(data);
  }, [data]);
  return session?.member;
}
