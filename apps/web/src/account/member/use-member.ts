// The signed-in traveller's data: from the session at first, then from the server.
import { memberLoad, updateInfo } from '@kippu/contract/routes/traveller/account';
import type { Member } from '@kippu/contract/calls/traveller/account';
import { useEffect } from 'react';
import { queryClient, queryKey, useRead, useWrite } from '../../app/query/queries.ts';
import { goBack } from '../../app/router/router.ts';
import { renewMember, useSession } from '../../app/session/session.ts';
import { useMessages } from '../../i18n/messages.ts';
import { toast } from '@kippu/ui/toast';

/** Stores the member from a call's answer, so that every screen shows it. */
export function keepMember(member: Member): void {
  queryClient.setQueryData(queryKey(memberLoad), member);
  renewMember(member);
}

/** Returns the member, or undefined without a session. */
export function useMember(): Member | undefined {
  const session = useSession();
  const { data } = useRead(memberLoad, {}, { enabled: session !== null });
  useEffect(() => {
    if (data) renewMember(data);
  }, [data]);
  return session?.member;
}

/** Returns a mutation that saves changes to the member, confirms them and goes back. */
export function useSaveMember() {
  const { account: words } = useMessages();
  return useWrite(updateInfo, {
    onSuccess: (changed, isHere) => {
      keepMember(changed);
      toast(words.saved);
      if (isHere()) goBack();
    },
  });
}
