// Notices written at the desk, and what staff did about travellers' messages.
export const noticesMigration = {
  name: '0024-notices',
  statements: [
    `create table notice (
      notice_id bigint generated always as identity primary key,
      shown_from timestamptz not null,
      shown_until timestamptz not null,
      level text not null check (level in ('info', 'important')),
      once boolean not null,
      title jsonb not null,
      body jsonb not null,
      version integer not null,
      edition integer not null,
      told_again_at timestamptz,
      written_at timestamptz not null,
      written_by text not null references staff,
      saved_at timestamptz not null,
      saved_by text not null references staff,
      withdrawn_at timestamptz,
      withdrawn_by text references staff,
      check (shown_from < shown_until),
      check ((withdrawn_at is null) = (withdrawn_by is null)))`,
    `create index notice_listed on notice (shown_from, notice_id)`,
    // The query of every phone: notices that have not ended.
    `create index notice_live on notice (shown_until) where withdrawn_at is null`,
    `alter table feedback add column handled boolean not null default false`,
    `drop index feedback_created`,
    `create index feedback_listed on feedback (created_at, feedback_id)`,
    `create index feedback_open on feedback (created_at, feedback_id) where not handled`,
    // Deleting an account deletes its messages, and their notes with them.
    `create table feedback_act (
      act_id bigint generated always as identity primary key,
      feedback_id text not null references feedback on delete cascade,
      at timestamptz not null,
      staff_id text not null references staff,
      handled boolean not null,
      note text not null)`,
    `create index feedback_act_feedback on feedback_act (feedback_id, act_id)`,
  ],
} as const;
