// Keeps what was typed into a form when its session ends, in this tab for the same account, until the form opens
// again.
import { useEffect, useRef } from 'react';
import { getSession } from './session.ts';
import { forget, isRecord, recall, remember } from '../storage/tab-memory.ts';

const keyOf = (form: string): string => `kippu.duringLogin.${form}`;
const account = (): string | undefined => getSession()?.member.email;

/** Returns what this account had typed into the form; undefined if nothing was kept or another account typed it. */
export function keptDuringLogin(form: string): unknown {
  const stored = recall(keyOf(form));
  return isRecord(stored) && stored['account'] === account() ? stored['typed'] : undefined;
}

/** Keeps the typed values if the form closes because the session ended. Must not be given a password. */
export function useKeepDuringLogin(form: string | undefined, typed: unknown): void {
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
