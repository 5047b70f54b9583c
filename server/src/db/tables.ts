// The tables as Kysely sees them; db/migrations is what makes them.
import type { ColumnType, Generated } from 'kysely';

/** Read as a parsed value, written as JSON text (arrays would else become PostgreSQL arrays). */
type Json = ColumnType<unknown, string, string>;

export interface AccountTable {
  account_id: string;
  /** Trimmed, NFC, lower case: the key. Null once the account is deleted. */
  email: string | null;
  username: string;
  fullname: string;
  country: string;
  language: string;
  password_hash: string;
  password_changed_at: Date;
  status: 'active' | 'suspended' | 'deleted';
  created_at: Date;
}

export interface PasswordHistoryTable {
  account_id: string;
  password_hash: string;
  created_at: Date;
}

export interface VerifyCodeTable {
  email: string;
  purpose: string;
  code_hash: string;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

export interface LoginFailureTable {
  failure_id: Generated<string>;
  /** `account:<keyed hash>` or `address:<keyed hash>`. */
  subject: string;
  failed_at: Date;
}

export interface AttemptTable {
  /** What was asked for, and a keyed hash of who asked. */
  subject: string;
  at: Date;
}

export interface CaptchaTable {
  captcha_id: string;
  answer_hash: string;
  expires_at: Date;
}

export interface OneTimePassTable {
  pass_hash: string;
  /** A solved captcha, or the right to set a new password. */
  kind: 'captcha' | 'reset';
  account_id: string | null;
  tries: Generated<number>;
  expires_at: Date;
}

export type SessionEnd = 'elsewhere' | 'logout' | 'inactive' | 'reuse' | 'password' | 'deleted';

export interface SessionTable {
  session_id: string;
  account_id: string;
  device_id: string;
  created_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
  end_reason: SessionEnd | null;
}

export interface SessionTokenTable {
  token_hash: string;
  session_id: string;
  kind: 'access' | 'refresh';
  expires_at: Date;
  used_at: Date | null;
  /** Of a spent refresh token: what its successors were derived with. */
  successor_salt: string | null;
}

export interface IdempotencyTable {
  /** Whose key: an account's id, or `desk` for the sales systems. */
  account_id: string;
  key: string;
  fingerprint: string;
  /** The answer's `data` as JSON text. */
  answer: string | null;
  created_at: Date;
}

export interface ProductTable {
  product_id: string;
  kind: 'qr' | 'haruka' | 'eticket' | 'voucher' | 'pass';
  trip_type: number | null;
  pass_days: number | null;
  reservations: number;
  /** Names, notes, sections and the rest of operator/products.json. */
  data: Json;
}

export type TicketStatus =
  'unbound' | 'bound' | 'inUse' | 'used' | 'refunded' | 'suspended' | 'void' | 'disused' | 'reissued';

export interface TicketTable {
  ticket_id: string;
  ticket_no: string;
  issued_ticket_no: string;
  voucher_no: string | null;
  redeem_code: string | null;
  link_token: string;
  product_id: string;
  account_id: string | null;
  status: TicketStatus;
  /** What a resume returns to. */
  status_before_suspend: TicketStatus | null;
  /** The older ticket a reissue names. */
  reissue_of: string | null;
  passenger_category: string;
  order_id: string;
  order_time: Date;
  issuer: string;
  seller: string;
  sales_site: string;
  sales_company: string;
  /** Hundredths of a yen; a bigint, which one driver reads as text. */
  sale_price: ColumnType<number | string, number, number>;
  quantity: Generated<number>;
  station_from: string | null;
  station_to: string | null;
  station_from_date: Date | null;
  station_depart_date: Date | null;
  use_expire_date: Date;
  abt_expire_date: Date | null;
  bound_at: Date | null;
  use_date: Date | null;
  created_at: Date;
}

export interface SalesOrderTable {
  order_id: string;
  link_token: string;
  created_at: Date;
}

export interface BindFailureTable {
  /** `account:<id>` or `address:<ip>`. */
  subject: string;
  failed_at: Date;
}

export interface TicketEventTable {
  event_id: Generated<string>;
  ticket_id: string;
  kind: string;
  /** 31 to 38 of the history page; null for what happens elsewhere than at a gate. */
  code: number | null;
  from_status: TicketStatus | null;
  to_status: TicketStatus | null;
  station_id: string | null;
  method: string | null;
  /** `account:<id>`, `gate:<id>`, `staff:<id>`, `system`. */
  actor: string;
  at: Date;
  detail: Json | null;
}

export interface TicketEntryTable {
  record_id: string;
  ticket_id: string;
  station_id: string;
  direction: 'in' | 'out';
  method: string;
  state: 'open' | 'passed' | 'cancelled';
  verified_at: Date;
  verified_until: Date;
  closed_at: Date | null;
}

export interface SeatHoldTable {
  hold_id: string;
  account_id: string;
  departure_id: string;
  from_station: string;
  to_station: string;
  /** Legs are first_leg up to, not including, end_leg. */
  first_leg: number;
  end_leg: number;
  ticket_ids: string[];
  seats: string[];
  /** The reservation this hold would replace. */
  change_of: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface ReservationTable {
  reservation_id: string;
  account_id: string;
  departure_id: string;
  trip_id: string;
  service_date: string;
  from_station: string;
  to_station: string;
  first_leg: number;
  end_leg: number;
  depart_at: Date;
  arrive_at: Date;
  /** 1 reserved, 2 cancelled; 3 departed is computed from the clock. */
  state: 1 | 2;
  reserved_at: Date;
  changed_at: Date | null;
  cancelled_at: Date | null;
}

export interface ReservationSeatTable {
  reservation_id: string;
  ticket_id: string;
  seat: string;
  seat_type: 'reserved' | 'nonReserved';
  car_class: 'ordinary' | 'green';
}

/** One row is one seat on one leg of one departure: its primary key is what forbids a double sale. */
export interface SeatLegTable {
  departure_id: string;
  seat: string;
  leg: number;
  hold_id: string | null;
  reservation_id: string | null;
  /** Set for holds only. */
  expires_at: Date | null;
}

export interface FeedbackTable {
  feedback_id: string;
  account_id: string;
  topic: string;
  body: string;
  ticket_id: string | null;
  picture: Uint8Array | null;
  picture_type: 'png' | 'jpeg' | 'webp' | null;
  /** What the traveller reads, for an answer. */
  language: string;
  created_at: Date;
}

export interface Tables {
  account: AccountTable;
  password_history: PasswordHistoryTable;
  verify_code: VerifyCodeTable;
  login_failure: LoginFailureTable;
  attempt: AttemptTable;
  captcha: CaptchaTable;
  one_time_pass: OneTimePassTable;
  session: SessionTable;
  session_token: SessionTokenTable;
  idempotency: IdempotencyTable;
  product: ProductTable;
  ticket: TicketTable;
  sales_order: SalesOrderTable;
  bind_failure: BindFailureTable;
  ticket_event: TicketEventTable;
  ticket_entry: TicketEntryTable;
  seat_hold: SeatHoldTable;
  reservation: ReservationTable;
  reservation_seat: ReservationSeatTable;
  seat_leg: SeatLegTable;
  feedback: FeedbackTable;
}
