/** A temporary PostgreSQL server; postgres.mjs describes the parts. */
interface Postgres {
  readonly url: string;
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly kill: () => Promise<void>;
  readonly start: () => void;
  readonly becomeStandby: () => void;
  readonly close: () => void;
}
export function startPostgres(options?: { readonly durable?: boolean }): Promise<Postgres>;
export function withPostgres(
  use: (url: string) => unknown,
  options?: { readonly durable?: boolean },
): Promise<boolean>;
export function freePort(): Promise<number | undefined>;
/** The path of a program of PostgreSQL's newest version. */
export function programOf(name: string): string;
