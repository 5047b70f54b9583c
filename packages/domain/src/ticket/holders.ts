// Who had a ticket one after the other: to whom it goes back, and whether an account has it without having asked for it.

/** An account that has or had a ticket. */
export interface Holder {
  readonly accountId: string;
  /** Whether it added the ticket itself, or has used it since somebody gave it. */
  readonly isOwn: boolean;
}

/** What happened to a ticket. `use` is whatever only its holder does with it. */
export type HolderStep =
  | { readonly kind: 'bind'; readonly by: string }
  | { readonly kind: 'transfer'; readonly from: string; readonly to: string }
  | { readonly kind: 'use' };

/**
 * Returns the holders of a ticket, the first one first and the present one last. A transfer to an earlier holder undoes the transfers since: that
 * holder has it as before. A ticket whose history begins in an account is that account's own.
 * @param steps of the ticket and of those that it replaces, in the order of their times
 */
export function holdersOf(steps: readonly HolderStep[]): readonly Holder[] {
  let holders: readonly Holder[] = [];
  for (const step of steps) {
    const [last, before] = [holders.at(-1), holders.slice(0, -1)];
    if (step.kind === 'bind') holders = [{ accountId: step.by, isOwn: true }];
    else if (step.kind === 'use') holders = last ? [...before, { ...last, isOwn: true }] : holders;
    else {
      const known = last?.accountId === step.from ? holders : [{ accountId: step.from, isOwn: true }];
      const earlier = known.findIndex(({ accountId }) => accountId === step.to);
      holders =
        earlier === -1 ? [...known, { accountId: step.to, isOwn: false }] : known.slice(0, earlier + 1);
    }
  }
  return holders;
}

/**
 * Returns the accounts that gave the ticket on until `accountId` had it, the nearest first. None if it is the account's own: the account added or
 * used it.
 */
export function giversTo(accountId: string, holders: readonly Holder[]): readonly string[] {
  const last = holders.at(-1);
  if (last?.accountId !== accountId || last.isOwn) return [];
  return holders
    .slice(0, -1)
    .map((holder) => holder.accountId)
    .toReversed();
}
