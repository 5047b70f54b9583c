// The types of the mails' words. `{name}` is a placeholder.

/** A mail's subject and text. */
type MailText = readonly [subject: string, text: string];

export interface AccountMails {
  /**
   * `{code}` for a new account, and for a new password. Each text says what its code does, so that a person whom
   * somebody else asks for the code sees the danger.
   */
  readonly registry: MailText;
  readonly resetPassword: MailText;
  /** To the owner of an email that somebody registers again. `{origin}` is the app's address. */
  readonly alreadyRegistered: MailText;
  /** `{at}` is a moment with its zone, `{origin}` the app's address. */
  readonly passwordChanged: MailText;
  /** `{at}` is a moment with its zone. */
  readonly deleted: MailText;
}

/** The changes by staff that are mailed to the ticket's owner. */
export type MailedChange = 'suspend' | 'resume' | 'refund' | 'void' | 'reissue';

/** `{product}`, `{ticketNo}`, `{at}`, `{origin}`, and `{newTicketNo}` for a reissue. */
export interface TicketChangeMails extends Readonly<Record<MailedChange, MailText>> {
  /** The heading of the cancelled seats. */
  readonly freed: string;
  /** The same, when there is a new ticket to reserve with. */
  readonly freedByReissue: string;
}

/** `{product}`, `{ticketNo}`, `{at}`, `{origin}`, and `{other}`: the other account's email. */
export interface TransferMails {
  readonly sent: MailText;
  readonly received: MailText;
  /** `{count}` tickets at once, listed in `{tickets}`. */
  readonly sentSeveral: MailText;
  readonly receivedSeveral: MailText;
  /** To the address to which a ticket's `{link}` is sent, good until `{until}`. It does not name the sender. */
  readonly link: MailText;
  /** To the account that took a ticket by a link. It does not name the sender. */
  readonly taken: MailText;
  /** To the giver, when the account that had the ticket was deleted. Without `{other}`, whom a former giver may not know. */
  readonly returned: MailText;
  /** The heading of the transferred seats. */
  readonly seats: string;
  /** In the mail about a deleted account: the heading of given tickets that ended with it. */
  readonly ended: string;
}

export interface PartnerMails {
  /** To the contact of a partner whose endpoint `{url}` accepted nothing for `{days}` days; `{reason}` is of the last try. */
  readonly disabled: MailText;
  /** The same, of one that answered that it wants no more events. */
  readonly gone: MailText;
}

/** A title, what happened, and what to do next: `{train}`, `{day}`, `{from}`, `{to}`. */
type DisruptionText = readonly [title: string, what: string, next: string];

/** Used by notices in the app too. */
export interface DisruptionTexts {
  /** `{until}` is the last moment to change. `givenUp` is for a train that runs again after the ticket has got another seat, `someSeatsGone` for a group that keeps other seats, `stopLeftOut` for a train that runs but does not call at a `{stop}` of the traveller's, `restoredLate` for one that runs again, late. */
  readonly texts: Readonly<
    Record<
      | 'cancelled'
      | 'givenUp'
      | 'stopLeftOut'
      | 'seatGone'
      | 'someSeatsGone'
      | 'retimed'
      | 'restored'
      | 'restoredLate',
      DisruptionText
    >
  >;
  /** What to do where no train is left before the ticket ends. */
  readonly noTrainLeft: string;
  /** What to do where another train is left, but not on the train's day. */
  readonly noTrainThatDay: string;
  /** `{times}` as booked and as they are now. */
  readonly booked: string;
  readonly now: string;
  /** `{seats}` */
  readonly seats: string;
  /** The `{seats}` that are gone, and those that remain. */
  readonly gone: string;
  readonly kept: string;
  /** The label of the link to the reservation. */
  readonly open: string;
}

export interface JourneyWords {
  /** Formats a train by its name in the language and its number: 'EXPRESS 62', 'いそかぜ62号'. */
  readonly train: (name: string, no: string) => string;
  /** Formats the car before its seats: 'car 4, '. */
  readonly car: (car: number) => string;
  readonly betweenSeats: string;
}

/** What a push says: a title of 50 characters at most, and a text of 120, with their values. */
type PushText = readonly [title: string, body: string];

/**
 * What is pushed to a phone, and mailed where nothing is pushed. `{train}`, `{from}`, `{to}`, `{time}` of departure as expected, `{minutes}` late,
 * `{platform}`.
 */
export interface PushWords {
  readonly change: Readonly<
    Record<
      'cancelled' | 'stopLeftOut' | 'restored' | 'seatGone' | 'retimed' | 'platform' | 'late' | 'onTime',
      PushText
    >
  >;
  /** Before departure. The body of a train whose platform is known, and of one whose platform is not; with `{seats}`. */
  readonly departure: readonly [title: string, platform: string, noPlatform: string];
  /** `{product}` */
  readonly received: PushText;
  /** Somebody with a ticket of the same order, `{time}`, `{station}`. */
  readonly entered: PushText;
  readonly left: PushText;
  /** A mail: its text, with `{day}`, and what to do next. The title is that of the push. */
  readonly lateMail: readonly [text: string, next: string];
}

/**
 * Mails about what travellers did with their own reservations, and of the evening before a trip. `{train}`, `{day}`, `{from}` and `{time}` of departure.
 */
export interface ReservationMails {
  readonly reserved: MailText;
  readonly changed: MailText;
  readonly cancelled: MailText;
  /** Some seats of a reservation. */
  readonly cancelledPart: MailText;
  /** A reservation that had lost its seats, when its tickets got another train. */
  readonly replaced: MailText;
  /** The evening before. */
  readonly eve: MailText;
  /** `{train}` */
  readonly train: string;
  /** `{moment}` and `{station}`, where it departs with `{platform}` if that is known. */
  readonly departs: string;
  readonly arrives: string;
  readonly platform: string;
  /** `{time}` */
  readonly expected: string;
  /** `{seats}` */
  readonly cancelledSeats: string;
  /** `{until}` */
  readonly changeUntil: string;
  readonly notYou: string;
  /** What the attached calendar file does. */
  readonly calendar: Readonly<Record<'added' | 'updated' | 'removed', string>>;
  /** The heading of the tickets. */
  readonly tickets: string;
  /** What a ticket still needs: `{product}`, `{ticketNo}`, and `{until}` of one in use. */
  readonly ticket: Readonly<Record<'waiting' | 'inUse' | 'suspended', string>>;
  /** The label of the link that ends the mails of the evening before. */
  readonly stop: string;
  /** A calendar entry: `{train}`, `{from}`, `{to}`; `{title}` of one whose train does not run. As the app writes them. */
  readonly calendarTitle: string;
  readonly calendarCancelled: string;
}

/** The page that a mail of the evening before opens to end these mails: titles and texts. */
export interface StopPage {
  readonly ask: readonly [title: string, text: string];
  /** The button that ends them. */
  readonly send: string;
  readonly done: readonly [title: string, text: string];
  /** For a link that no longer works. */
  readonly gone: readonly [title: string, text: string];
}

export interface MailWords {
  /** The label of the link that opens the app. */
  readonly open: string;
  /** The last line of each mail. `{app}` is the app's name, here and in every text of a mail. */
  readonly automatic: string;
  /** A `{moment}` and the name of its `{zone}`. It stands for `{at}` in the other texts. */
  readonly zoned: string;
  readonly account: AccountMails;
  readonly disruption: DisruptionTexts;
  readonly journey: JourneyWords;
  readonly partner: PartnerMails;
  readonly push: PushWords;
  readonly reservation: ReservationMails;
  readonly stopPage: StopPage;
  readonly ticketChange: TicketChangeMails;
  readonly transfer: TransferMails;
}
