// Business constants of the specification and the design, the same for every railway. Units are in the names. A railway's own rules are in page-settings.ts.

/** The version of the specification that server and pages speak. Kippu's own version is in package.json. */
export const CLIENT_VERSION = '1.5.10';
export const SAAS_ID = 11950;

export const REQUEST_TIMEOUT_MS = 60_000;
export const TOAST_MS = 1_500;
export const PAGE_LOAD_DELAY_MS = 20_000;
export const PAGE_LOAD_TIMEOUT_MS = 10_000;
export const GEOLOCATION_TIMEOUT_MS = 100_000;
export const MAPS_TIMEOUT_MS = 10_000;
export const RESIZE_DEBOUNCE_MS = 50;
export const IMAGE_ZOOM = { min: 1, max: 4 } as const;

export const PASSWORD_LENGTH = { min: 8, max: 36 } as const;
export const ENCRYPT_TRIES = 3;
/** How long an encrypted password is valid, from when its public key was fetched. */
export const SECRET_SECONDS = 600;
export const VERIFY_CODE_DIGITS = 6;
export const VERIFY_CODE_SECONDS = 300;
export const VERIFY_CODE_TRIES = 5;
export const RESEND_SECONDS = 60;
export const ACCESS_TOKEN_SECONDS = 30 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600;
export const INACTIVITY_MS = 7_200_000;
export const IDEMPOTENCY_HOURS = 24;
export const PASSWORD_UNCHANGED_DAYS_TO_DELETE = 14;

/** A ticket's last day to start is at most this many days ahead: ten years and a few days. A later one is a typing error. */
export const MAX_USE_BY_DAYS = 3_660;

/** How long a link by which a ticket is passed on waits. It ends with the ticket's validity if that ends sooner. */
export const SENT_LINK_HOURS = 72;
/** The letters of a ticket link's token: 130 random bits of Crockford's alphabet, which no chat program cuts off the end of a link. */
export const LINK_LETTERS = 26;
export const LINK_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The most tickets that are put into use or transferred in one act: as many as a page of the list shows. */
export const MAX_TICKETS_OF_CALL = 50;

/** The most tickets of one request for seats. A railway's own rule may allow fewer. */
export const MAX_SEATS_OF_CALL = 12;

export const CODE_ROTATES_SECONDS = 15;
export const CODE_SKEW_SECONDS = 30;
export const CERTIFICATE_HOURS = 24;
/**
 * How far in the future of the server's clock a certificate may be issued. Gates accept CODE_SKEW_SECONDS; half of it
 * is left for their own clocks.
 */
export const CERTIFICATE_AHEAD_SECONDS = 15;
/** How often an account may move one ticket to another phone within an hour, and within 24 hours. */
export const PHONE_CHANGES = { perHour: 5, perDay: 20 } as const;
/** The longest text of a code, in characters. A longer one needs a larger QR version. */
export const CODE_TEXT_MAX = 600;

/** A gate stops when its clock differs from the server's by more than this. */
export const MAX_GATE_CLOCK_OFF_MS = 120_000;

/** The longest time for which a railway may show a traveller's verification: every gate knows it. */
export const MAX_VERIFIED_MINUTES = 5;
/**
 * A traveller's verification and a gate's passage in the same direction at the same station are one passage if they are no further apart than this,
 * before or after: a verification is shown for 5 minutes at most, and a gate's clock may be 2 minutes off. Further apart, or at another station, a second
 * person may have passed with the ticket.
 */
export const BESIDE_GATE_SECONDS = MAX_VERIFIED_MINUTES * 60 + MAX_GATE_CLOCK_OFF_MS / 1000;
/** The most notices in a traveller's list. */
export const MAX_LISTED_NOTICES = 100;
/** The most conflicts that staff resolve in one act. */
export const MAX_SETTLED_AT_ONCE = 500;
/** The largest body of a call that declares no larger one, in bytes. */
export const BODY_BYTES = 32 * 1024;
/** The most events in one call of a gate. */
export const MAX_GATE_EVENTS = 500;
/**
 * How many events without a certificate one gate may report: per hour of the gate's clock, per day of the server's.
 * Further ones are set aside for the desk.
 */
export const MAX_BY_HAND = { anHour: 60, aDay: 500 } as const;
/** How many events that change no ticket the server keeps per gate and day. Further ones are refused. */
export const MAX_SET_ASIDE_A_DAY = 500;
/** How many passages of one ticket the server keeps per gate and day. Further ones are refused. */
export const MAX_OF_ONE_TICKET_A_DAY = 100;

/** The longest search text at the desk, in characters: an order's id. */
export const MAX_FIND = 100;
/** The longest text that the counter accepts, in characters: that of a code on a phone. */
export const TAKE_IN_TEXT = 700;
/** The longest title and body of a notice, in characters. */
export const MAX_NOTICE = { title: 120, body: 4000 } as const;
/** What the desk may say of a train: minutes late, stops, cars, and the characters of a platform and of words for travellers. */
export const MAX_LIVE = {
  minutes: 600,
  stops: 100,
  cars: 40,
  platform: 16,
  words: 200,
  trainNo: 16,
} as const;
/** The most service alerts of a journey, and the characters of one's text: what can be read on a phone. */
export const MAX_JOURNEY_ALERTS = 10;
export const MAX_ALERT_TEXT = 1_000;
/** How often an open screen asks how its trains run: with the three seconds after which a process knows of a change, it is told within ten. */
export const LIVE_ASK_MS = 6_000;
/** The longest address of a phone at its push service, in characters. */
export const MAX_PUSH_ENDPOINT = 2_048;
/** The longest note on how a message was handled, in characters. */
export const MAX_FEEDBACK_NOTE = 500;
/** The largest ZIP file of a timetable's feed, in bytes. */
export const FEED_BYTES = 50 * 1024 * 1024;

/** The desk's home counts no more things of a kind. */
export const MAX_COUNTED = 1_000;
