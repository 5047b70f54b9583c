// The phone that shows a ticket: the last one that fetched its certificate.
export const ticketPhonesMigration = {
  name: '0012-ticket-phones',
  statements: [`alter table ticket add column phone_key text`],
} as const;
