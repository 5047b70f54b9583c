// The check for common passwords. It is the server's own check, loaded with its word list when a password is chosen.
import { newStore } from '@kippu/client/store';
import { useEffect, useSyncExternalStore } from 'react';

type Check = (password: string) => boolean;
const check = newStore<Check | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Loads the check. Until it is loaded, no password is refused here; the server checks it anyway. */
function load(): void {
  loading ??= import('@kippu/domain/account/common-password').then(
    ({ isCommonPassword }) => check.set(isCommonPassword),
    () => {
      // Perhaps there is no network. The next password screen tries again.
      loading = undefined;
    },
  );
}

/** Returns the check, or undefined until it is loaded. */
export function useCommonCheck(): Check | undefined {
  useEffect(load, []);
  return useSyncExternalStore(check.subscribe, check.get);
}
