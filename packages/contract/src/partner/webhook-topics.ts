// The topics of events that an endpoint of a partner can choose, and the kinds of events of each.

/** In the order of a ticket's life. */
export const WEBHOOK_TOPICS = [
  'issued',
  'added',
  'used',
  'passed',
  'transferred',
  'seatReserved',
  'seatChanged',
  'seatLost',
  'refunded',
  'suspended',
  'expired',
] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];

const TOPIC_OF: Readonly<Record<string, WebhookTopic>> = {
  'order.confirmed': 'issued',
  'order.cancelled': 'issued',
  'ticket.issue': 'issued',
  'ticket.reissue': 'issued',
  'ticket.bind': 'added',
  'ticket.use': 'used',
  'ticket.finish': 'used',
  'ticket.reopen': 'used',
  'ticket.entry': 'passed',
  'ticket.exit': 'passed',
  'ticket.gateExit': 'passed',
  'ticket.forcedExit': 'passed',
  'ticket.forcedUse': 'passed',
  'ticket.transfer': 'transferred',
  'seat.reserved': 'seatReserved',
  'seat.changed': 'seatChanged',
  'seat.retimed': 'seatChanged',
  'seat.cancelled': 'seatChanged',
  'seat.lost': 'seatLost',
  'seat.restored': 'seatLost',
  'ticket.refund': 'refunded',
  'ticket.void': 'refunded',
  'ticket.disuse': 'refunded',
  'ticket.suspend': 'suspended',
  'ticket.resume': 'suspended',
  'ticket.expire': 'expired',
};

/** Returns the topic of a kind of event; undefined for one that only endpoints without a choice of topics get. */
export const topicOf = (kind: string): WebhookTopic | undefined => TOPIC_OF[kind];

/** The kind of the event that the desk sends to try an endpoint. */
export const TEST_EVENT = 'webhook.test';

/** The most endpoints of one partner that are not closed. */
export const MAX_ENDPOINTS = 10;
/** The longest address of an endpoint. */
export const MAX_ENDPOINT_URL = 500;
/** After a rotation the former secret signs too for so long. */
export const FORMER_SECRET_DAYS = 7;
