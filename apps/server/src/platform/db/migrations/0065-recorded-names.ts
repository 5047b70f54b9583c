// The record keeps names as they were, and refusals that told something. Rows from before have none of it.
export const recordedNamesMigration = {
  name: '0065-recorded-names',
  statements: [
    `alter table staff_action add column actor_name text`,
    `alter table staff_action add column actor_email text`,
    `alter table staff_action add column actor_role text`,
    `alter table staff_action add column subject_name text`,
    `alter table staff_action add column old_name text`,
    `alter table staff_action add column refusal text`,
  ],
} as const;
