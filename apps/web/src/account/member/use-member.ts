// The signed-in traveller's own data, from the session at once and fresh from the server after.
import { memberLoad, updateInfo, type Member } from '@kippu/contract/account';
import { useEffect } from 'react';
import { queryClient, queryKey, useRead, useWrite } from '../app/queries.ts';
import { goBack } from '../app/router.ts';
import { renewMember, useSession } from '../app/session.ts';
import { useMessages } from '../i18n/messages.ts';
import { toast } from '../ui/toast.tsx';

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

/** Saves what a screen changes of the member, says so, and leads back from there. */
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
