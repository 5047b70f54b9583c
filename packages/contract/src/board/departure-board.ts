// The departure board of a station: what the server answers to a screen that hangs there, and to anybody else who asks.
import type { ByLanguage } from '../names.ts';

/** Lists the stations that have a board. */
export const BOARDS_PATH = '/departures';
/** Returns the address of a station's departures. @param station its id in the timetable, or its printed code */
export const departuresPath = (station: string): string => `${BOARDS_PATH}/${encodeURIComponent(station)}`;
/** Returns the address of the page with a station's board. */
export const boardPath = (station: string): string => `/board/${encodeURIComponent(station)}`;
/** The header with the server's clock, epoch milliseconds: a screen's own clock may be wrong. */
export const SERVER_CLOCK_HEADER = 'x-server-clock';

/** The trains that a board gets: enough to go on by the timetable for a day without a network. */
export const MAX_BOARD_TRAINS = 80;
/** The next trains, of which a board also gets the free seats and the alerts. */
export const NEXT_BOARD_TRAINS = 16;
/** The most alerts on a board. */
export const MAX_BOARD_ALERTS = 6;
/** Characters of an alert on a board: what can be read from a distance. */
export const MAX_BOARD_ALERT = 200;

/** A station with a board. All names are in the languages that the operator offers. */
export interface BoardStation {
  readonly stationId: string;
  /** The printed code, such as 'A-01'; '' where the station has none. */
  readonly code: string;
  readonly name: ByLanguage;
}

/** A car and its free seats from this station to the end of the train's way. */
export interface BoardCar {
  readonly car: number;
  /** All reserved seats; 0 for a car whose seats are not reserved. */
  readonly seats: number;
  readonly free: number;
}

/** How a train really leaves this station. Absent fields are as the timetable says. */
export interface BoardLive {
  /** When a feed said it, epoch milliseconds; null where only staff say something, which holds until they undo it. */
  readonly asOf: number | null;
  /** When it is expected to leave, epoch milliseconds; absent where nobody says. */
  readonly expectedAt?: number;
  /** The train is cancelled, or leaves out this station. */
  readonly cut?: 'train' | 'stop';
  /** The platform that replaces the timetable's. */
  readonly platform?: string;
  readonly words?: ByLanguage;
}

export interface BoardTrain {
  /** Names the departure from this station; the same as long as the train is listed. */
  readonly key: string;
  /** By the timetable, epoch milliseconds. */
  readonly departAt: number;
  /** The key of its name in `names`; null for a train without one. */
  readonly name: string | null;
  readonly no: string;
  /** The key of its last stop in `names`. */
  readonly to: string;
  /** By the timetable; null where it names none. */
  readonly platform: string | null;
  readonly live?: BoardLive;
  /** Of the next trains with reserved seats, in the order of their numbers. */
  readonly cars?: readonly BoardCar[];
  /** The timetable does not have it; its seats cannot be reserved. */
  readonly isExtra?: true;
}

/** What the railway says about this station or the next trains. Plain text. */
export interface BoardAlert {
  readonly id: string;
  readonly text: ByLanguage;
}

export interface Board {
  readonly station: BoardStation;
  /** Names of trains and stations, each once. */
  readonly names: Readonly<Record<string, ByLanguage>>;
  /** The next departures, by the timetable's time. */
  readonly trains: readonly BoardTrain[];
  readonly alerts: readonly BoardAlert[];
}
