// Gates ask every few seconds for the tickets that were revoked since.
export const revokingEventsMigration = {
  name: '0060-revoking-events',
  indexes: [
    {
      name: 'ticket_event_revoking',
      on: `ticket_event (at)
        where to_status in ('suspended', 'refunded', 'void', 'disused', 'reissued') or kind in ('transfer', 'otherPhone')`,
    },
  ],
} as const;
