// Keeps the 24 newest passwords of each account, because each comparison with a new password is slow. The append-only tables (staff actions,
// ticket events, gate events) also refuse TRUNCATE, which fires no row trigger.
export const keptPasswordsMigration = {
  name: '0039-kept-passwords',
  statements: [
    `delete from password_history old using (
      select account_id, created_at, password_hash,
        row_number() over (partition by account_id order by created_at desc, password_hash) as place
      from password_history) as ranked
      where ranked.place > 24 and old.account_id = ranked.account_id and old.created_at = ranked.created_at
        and old.password_hash = ranked.password_hash`,
    `create trigger staff_action_not_emptied before truncate on staff_action
      for each statement execute function refuse_rewrite()`,
    `create trigger ticket_event_not_emptied before truncate on ticket_event
      for each statement execute function refuse_rewrite()`,
    `create trigger gate_event_not_emptied before truncate on gate_event
      for each statement execute function refuse_rewrite()`,
  ],
} as const;
