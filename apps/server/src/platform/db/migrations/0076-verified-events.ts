// Gates ask every few seconds for what travellers verified at stations, or took back, since.
export const verifiedEventsMigration = {
  name: '0076-verified-events',
  indexes: [
    {
      name: 'ticket_event_verified',
      on: `ticket_event (at) where code in (34, 35, 36) and kind <> 'carriedExit'`,
    },
  ],
} as const;
