// A reservation's answer is a little longer than what a row keeps as it is; packing it cost more than the rest of its write.
export const keptAnswersMigration = {
  name: '0016-kept-answers',
  statements: [`alter table idempotency set (toast_tuple_target = 8160)`],
} as const;
