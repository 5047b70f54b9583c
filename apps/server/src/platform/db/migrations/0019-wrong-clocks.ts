// Reports from a gate with a wrong clock: the reported time is stored beside the time that counts.
export const wrongClocksMigration = {
  name: '0019-wrong-clocks',
  statements: [
    `alter table gate_event add column told_at timestamptz`,
    `alter table gate_conflict drop constraint gate_conflict_kind_check`,
    `alter table gate_conflict add constraint gate_conflict_kind_check check (kind in
      ('sameDirection', 'noEntry', 'usedUp', 'revoked', 'wrongDirection', 'wrongClock', 'unknownTicket', 'forged'))`,
  ],
} as const;
