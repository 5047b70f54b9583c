// Records in one row which operator's data the database holds, so that no other operator's folder is served with it.
export const operatorMigration = {
  name: '0087-operator',
  statements: [
    `create table operator (
      only_row boolean primary key default true check (only_row),
      operator_id text not null)`,
  ],
} as const;
