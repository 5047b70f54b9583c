// Keys that gates make themselves, and until when reports of a closed gate count.
export const gateKeysMigration = {
  name: '0033-gate-keys',
  statements: [
    `alter table gate alter column key_hash drop not null`,
    // Base64url: the compressed P-256 point that verifies the gate's signatures, and the secret that proves the server's answers to it.
    `alter table gate add column public_key text, add column answer_key text`,
    `alter table gate add constraint gate_key_check check
      ((key_hash is not null and public_key is null and answer_key is null)
        or (key_hash is null and public_key is not null and answer_key is not null))`,
    // Null for a gate that is open or was closed before this column existed: then reports count until closed_at.
    `alter table gate add column counts_until timestamptz`,
    // The kinds are listed in the contract. A list here would have to be rewritten for each new kind.
    `alter table gate_conflict drop constraint if exists gate_conflict_kind_check`,
    `create index gate_event_by_hand on gate_event (gate_id, at) where certificate = ''`,
  ],
} as const;
