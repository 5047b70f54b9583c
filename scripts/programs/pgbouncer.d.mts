/** A temporary PgBouncer in transaction mode; pgbouncer.mjs describes it. */
export function startPgBouncer(
  url: string,
  options?: { readonly connections?: number },
): Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
