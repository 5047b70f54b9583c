// Marks the trains whose reservations must follow what a feed or the desk said: whether they run, where they call, which cars they have.
export const liveMovesMigration = {
  name: '0092-live-moves',
  statements: [
    `alter table live_train add column move_from timestamptz, add column moves_left smallint not null default 0`,
    `create index live_train_to_move on live_train (move_from) where move_from is not null`,
  ],
} as const;
