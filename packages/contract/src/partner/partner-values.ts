// What partners' keys may do, and for what.

/** `test` sells tickets that open no gate. */
export const PARTNER_MODES = ['live', 'test'] as const;
export type PartnerMode = (typeof PARTNER_MODES)[number];

/**
 * `read`: products, trains, offers, its orders and events. `sell`: orders, and their codes. `hold`: seats. `refund`: refunds and exchanges.
 * `report`: its postings, and their sums by month.
 */
export const PARTNER_SCOPES = ['read', 'sell', 'hold', 'refund', 'report'] as const;
export type PartnerScope = (typeof PARTNER_SCOPES)[number];

/** The most open keys of one partner and mode: the old one and the new one of a rotation. */
export const MAX_OPEN_KEYS = 2;
