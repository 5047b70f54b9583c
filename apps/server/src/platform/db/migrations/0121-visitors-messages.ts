// Messages to the operator from visitors, who have no account: the address to answer stands in the message.
export const visitorsMessagesMigration = {
  name: '0121-visitors-messages',
  statements: [
    `alter table feedback add column reply_to text`,
    `alter table feedback alter column account_id drop not null`,
    `alter table feedback add constraint feedback_writer check ((account_id is null) <> (reply_to is null))`,
    `create index feedback_of_visitors on feedback (created_at) where account_id is null`,
  ],
} as const;
