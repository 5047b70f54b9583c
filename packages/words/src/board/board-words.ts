// The type of the words of a station's departure board.

export interface BoardWords {
  readonly departures: string;
  readonly time: string;
  readonly destination: string;
  readonly platform: string;
  readonly train: (name: string, no: string) => string;
  /** Whole minutes, at least 1. */
  readonly late: (minutes: number) => string;
  readonly cancelled: string;
  /** The train runs, but leaves out this station. */
  readonly doesNotStop: string;
  /** Beside a platform that is not the timetable's. */
  readonly newPlatform: string;
  /** A train that the timetable does not have. */
  readonly extraTrain: string;
  readonly freeSeats: string;
  /** For screen readers: free reserved seats of a car. */
  readonly carSeats: (car: number, free: number) => string;
  readonly carUnreserved: (car: number) => string;
  /** Before trains of the next day. */
  readonly tomorrow: string;
  readonly noTrains: string;
  /** What is shown is of this time. */
  readonly asOf: (time: string) => string;
  readonly noConnection: (time: string) => string;
  /** The network has been gone so long that only the timetable is shown. */
  readonly timetableOnly: (time: string) => string;
  readonly connecting: string;
  readonly chooseStation: string;
  readonly unknownStation: string;
}
