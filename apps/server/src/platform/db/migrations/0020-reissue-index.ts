// A late report about a reissued ticket is matched to the ticket that replaced it.
export const reissueIndexMigration = {
  name: '0020-reissue-index',
  statements: [`create index ticket_reissue_of on ticket (reissue_of) where reissue_of is not null`],
} as const;
