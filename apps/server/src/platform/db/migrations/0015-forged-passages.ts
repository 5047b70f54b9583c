// Two more kinds of what gates did that does not fit: a certificate that is not ours, a way the gate was not enrolled for.
export const forgedPassagesMigration = {
  name: '0015-forged-passages',
  statements: [
    `alter table gate_conflict drop constraint gate_conflict_kind_check`,
    `alter table gate_conflict add constraint gate_conflict_kind_check check (kind in
      ('sameDirection', 'noEntry', 'usedUp', 'revoked', 'wrongDirection', 'unknownTicket', 'forged'))`,
  ],
} as const;
