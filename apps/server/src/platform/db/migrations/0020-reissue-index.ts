// What gates tell late of a reissued ticket is looked up from it to the one that replaced it.
export const reissueIndexMigration = {
  name: '0020-reissue-index',
  statements: [`create index ticket_reissue_of on ticket (reissue_of) where reissue_of is not null`],
} as const;
