// What the app does once its first screen is there, and when a session is over. Each part has a file of its own: one that does not load
// stops no other.
import { queryClient } from '../query/queries.ts';
import { getSession } from '../session/session.ts';

/** Starts what watches the app while it is open. Call it once. */
export function afterStart(): void {
  import('./install-worker.ts').then(
    ({ installWorker }) => installWorker(),
    (error: unknown) => console.warn('no offline start', error),
  );
  import('./gone.ts').then(
    ({ watchGone }) => watchGone(queryClient),
    // If this fails, each screen still shows the server's refusal of its own calls.
    (error: unknown) => console.warn('what is gone is not dropped everywhere', error),
  );
  import('../call/inactivity.ts').then(
    ({ watchInactivity }) => watchInactivity(),
    // If this fails, the server still ends the session at the next call.
    (error: unknown) => console.warn('inactivity is not watched', error),
  );
}

/** Drops the stored refresh token and the codes. Does nothing while somebody is signed in. */
export function sessionOver(): void {
  if (getSession()) return;
  import('../session/token-hand-over.ts').then(
    ({ forgetRefresh }) => forgetRefresh(),
    (error: unknown) => console.warn('tokens not dropped', error),
  );
  import('../../ticket/code/phone-codes.ts').then(
    ({ forgetOthersCodes }) => forgetOthersCodes(),
    (error: unknown) => console.warn('codes not dropped', error),
  );
}
