// Records in one row that the database has been used in production, so that no demonstration is added to it.
export const deploymentMigration = {
  name: '0047-deployment',
  statements: [
    `create table deployment (
      only_row boolean primary key default true check (only_row),
      production_since timestamptz not null)`,
  ],
} as const;
