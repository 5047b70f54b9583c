// Travellers' feedback to the operator, optionally with a screenshot.
export const feedbackMigration = {
  name: '0007-feedback',
  statements: [
    `create table feedback (
      feedback_id text primary key,
      account_id text not null references account on delete cascade,
      topic text not null,
      body text not null,
      ticket_id text references ticket on delete set null,
      picture bytea,
      picture_type text check (picture_type in ('png', 'jpeg', 'webp')),
      language text not null,
      created_at timestamptz not null,
      check ((picture is null) = (picture_type is null)))`,
    `create index feedback_account on feedback (account_id, created_at)`,
    `create index feedback_created on feedback (created_at)`,
  ],
} as const;
