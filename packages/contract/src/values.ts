// The closed lists of values that fields of calls may have. The schemas are built from them; pages offer and show them.

/** The roles of staff: `counter` serves travellers, `editor` writes to them, `manager` may do everything. */
export const STAFF_ROLES = ['counter', 'editor', 'manager'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
/** Who calls the desk: staff by their role, or a sales system by its key. */
export type DeskCaller = StaffRole | 'sales';
/** The value of `by` for acts of sales systems. */
export const SALES_SYSTEM = 'api-key';
/** The value of `by` for acts of a command on the server's machine. */
export const HOST = 'host';

export const TICKET_STATUSES = [
  'unbound',
  'bound',
  'inUse',
  'used',
  'refunded',
  'suspended',
  'void',
  'disused',
  'reissued',
] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];
export const PASSENGER_CATEGORIES = [
  'adult',
  'child',
  'specialAdult',
  'specialChild',
  'senior',
  'saleAdult',
  'saleChild',
] as const;
export type PassengerCategory = (typeof PASSENGER_CATEGORIES)[number];

/** 31 gate entry, 32 gate exit, 34 cancel entry, 35 verified entry, 36 verified exit, 37 forced exit, 38 forced use. */
export const SITE_CODES = { all: [31, 32, 34, 35, 36, 37, 38], in: [31, 35, 38], out: [32, 36, 38] } as const;
export type SiteCode = (typeof SITE_CODES.all)[number];
/** How a traveller's own verification at a station began. */
export const START_METHODS = ['scan', 'gps', 'manual'] as const;
export type StartMethod = (typeof START_METHODS)[number];
/** The items that must all be ticked when a station is chosen by hand: ids in the order shown. */
export const CHECKLIST = ['atStation', 'nameSeen', 'staffAware'] as const;
export type ChecklistItem = (typeof CHECKLIST)[number];

/** The two directions of a railway's lines. GTFS has 0 for outbound. */
export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const RESERVATION_STATE = { reserved: 1, cancelled: 2, departed: 3 } as const;

/** The directions that a gate can be enrolled for. */
export const GATE_DIRECTIONS = ['in', 'out', 'both'] as const;
export type GateDirection = (typeof GATE_DIRECTIONS)[number];
/** The listed reasons for which staff let somebody pass by hand. Any other reason is in staff's own words. */
export const BY_HAND_REASONS = ['phone', 'unreadable', 'noEntry', 'wrongDirections'] as const;
export type ByHandReason = (typeof BY_HAND_REASONS)[number];

/** The topics that the app offers. Staff filter by them. */
export const FEEDBACK_TOPICS = ['ticket', 'seat', 'gate', 'account', 'refund', 'app', 'other'] as const;
export type FeedbackTopic = (typeof FEEDBACK_TOPICS)[number];

/** By the clock: `coming` before `from`, `past` after `until`; `withdrawn` for good, whatever the time. */
export const NOTICE_STATES = ['coming', 'shown', 'past', 'withdrawn'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** What a mail is about. */
export const MAIL_KINDS = [
  'registry',
  'resetPassword',
  'alreadyRegistered',
  'passwordChanged',
  'deleted',
  'ticketChanged',
  'transferSent',
  'transferReceived',
  'ticketReturned',
  'ticketLink',
  'disruption',
  'reserved',
  'reservationChanged',
  'reservationCancelled',
  'tripEve',
  'webhookDisabled',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * What a phone can subscribe to: its train leaves soon, with platform and seats; its train changed; a ticket was received; somebody of the
 * traveller's party passed a gate.
 */
export const PUSH_TOPICS = ['departure', 'change', 'received', 'passage'] as const;
export type PushTopic = (typeof PUSH_TOPICS)[number];

/** The fields of what a source says of a train. */
export const LIVE_FIELDS = [
  'runs',
  'delays',
  'skipped',
  'platforms',
  'left',
  'formation',
  'lostCars',
  'words',
] as const;
export type LiveField = (typeof LIVE_FIELDS)[number];
