// When the desk last stated a gate's end, and since when all that the gate had reported is judged by it.
export const judgedGatesMigration = {
  name: '0089-judged-gates',
  statements: [
    `alter table gate add column end_stated_at timestamptz`,
    `alter table gate add column judged_at timestamptz`,
  ],
} as const;
