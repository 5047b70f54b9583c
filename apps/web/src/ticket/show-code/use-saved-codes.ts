// The codes that are still on the phone after a session has lapsed.
import { useEffect, useState } from 'react';
import { serverNow } from '../../app/clock/server-clock.ts';
import { useSession } from '../../app/session/session.ts';
import { isCurrent } from '../code/code-state.ts';
import { savedCodes, type PhoneCode } from '../code/phone-codes.ts';

/** Returns the codes that gates still accept; undefined until the phone has read them. */
export function useSavedCodes(): readonly PhoneCode[] | undefined {
  const session = useSession();
  const [codes, setCodes] = useState<readonly PhoneCode[]>();
  useEffect(() => {
    let wanted = true;
    savedCodes().then(
      (found) => {
        if (wanted) setCodes(found.filter((code) => isCurrent(code, serverNow())));
      },
      (problem: unknown) => {
        console.warn('saved codes not read', problem);
        if (wanted) setCodes([]);
      },
    );
    return () => {
      wanted = false;
    };
    // Another tab may log in or out meanwhile.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [session]);
  return codes;
}
