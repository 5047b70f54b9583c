// What was typed into a form whose session ended under it: kept in this tab for the same account, until it is back there.
import { useEffect, useRef } from 'react';
import { getSession } from './session.ts';
import { forget, isRecord, recall, remember } from './tab-memory.ts';

const keyOf = (form: string): string => `kippu.overLogin.${form}`;
const account = (): string | undefined => getSession()?.member.email;

/** What this account had typed into the form; undefined when nothing was kept, or for somebody else. */
export function keptOverLogin(form: string): unknown {
  const kept = recall(keyOf(form));
  return isRecord(kept) && kept['account'] === account() ? kept['typed'] : undefined;
}

/** Keeps what is typed, never a password, when the form goes because its account's session has ended. */
export function useKeepOverLogin(form: string | undefined, typed: unknown): void {
  const last = useRef(typed);
  useEffect(() => {
    last.current = typed;
  });
  useEffect(() => {
    if (form === undefined) return;
    const typedBy = account();
    forget(keyOf(form));
    return () => {
      if (typedBy !== undefined && typedBy !== account())
        remember(keyOf(form), { account: typedBy, typed: last.current });
    };
  }, [form]);
}
