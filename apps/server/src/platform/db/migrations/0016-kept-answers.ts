// A reservation's answer is slightly longer than a row stores uncompressed; compressing it cost more than the rest of the write.
export const keptAnswersMigration = {
  name: '0016-kept-answers',
  statements: [`alter table idempotency set (toast_tuple_target = 8160)`],
} as const;
