// What a migration is, and how it fits to programs of other releases.

interface Base {
  /** `NNNN-what-it-does`. */
  readonly name: string;
  /**
   * The newest migration that a program must know to work with the database after this one. Without it every older program does. A column
   * that releases stopped to use in migration X is dropped with `needs: X`: programs that do not know X then refuse to start.
   */
  readonly needs?: string;
}

/** A migration is of one kind, because an interrupted one is repeated as a whole. */
export type Migration = Base &
  (
    | { readonly statements: readonly string[]; readonly indexes?: never; readonly batches?: never }
    /** Indexes of tables with many rows, built beside readers and writers. `on`: `table (columns)`. */
    | {
        readonly indexes: readonly { readonly name: string; readonly on: string }[];
        readonly statements?: never;
        readonly batches?: never;
      }
    /** Statements that change some rows at a time; each is repeated until it changes none. */
    | { readonly batches: readonly string[]; readonly statements?: never; readonly indexes?: never }
  );

/** The database was changed so that this program cannot use it. */
export class NewerDatabaseError extends Error {
  constructor(migration: string) {
    super(
      `the database belongs to a newer Kippu (migration ${migration}), and this one cannot work with it; start that release or a newer one, or restore a backup from before the upgrade`,
    );
    this.name = 'NewerDatabaseError';
  }
}
