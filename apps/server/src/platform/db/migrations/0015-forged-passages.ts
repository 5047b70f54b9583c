// Two more kinds of gate conflict: a forged certificate, and a direction that the gate was not enrolled for.
export const forgedPassagesMigration = {
  name: '0015-forged-passages',
  statements: [
    `alter table gate_conflict drop constraint gate_conflict_kind_check`,
    `alter table gate_conflict add constraint gate_conflict_kind_check check (kind in
      ('sameDirection', 'noEntry', 'usedUp', 'revoked', 'wrongDirection', 'unknownTicket', 'forged'))`,
  ],
} as const;
