// What a report of a timetable's feed says, in English: what was found, and what to do.
import type { FindingCode, FindingLevel } from '@kippu/contract/feed-findings';

export const feedFindings: Readonly<Record<FindingCode, string>> = {
  zip_broken: 'The ZIP file is damaged. Fetch or make it again.',
  zip_encrypted: 'The ZIP file is encrypted. Make it without a password.',
  zip_unsafe_name: 'The ZIP file has a file name that leads out of its folder. Make it again.',
  zip_too_large: 'The ZIP file is too large.',
  unpacked_too_large: 'The files of the feed are too large when unpacked.',
  too_many_files: 'There are too many files.',
  several_feeds: 'There is more than one feed. Keep one.',
  no_feed: 'There is no file of a GTFS feed, such as stops.txt.',
  missing_required_file: 'A required file is missing.',
  missing_calendar_and_calendar_date_files:
    'Both calendar.txt and calendar_dates.txt are missing. One of them has to say on which days trains run.',
  empty_file: 'A required file has no row.',
  too_many_rows: 'A file has too many rows.',
  too_many_trips:
    'The feed has too many trains or stops of trains. Name the agencies or types of routes that are yours in formations/assignments.json.',
  csv_parsing_failed:
    'A quotation mark is not closed, or stands where none may be. The value is its place in the line.',
  invalid_character:
    'There are bytes that are not UTF-8, or NUL characters. Save the file in UTF-8 without NUL.',
  duplicated_column: 'A column stands twice.',
  missing_required_column: 'A required column is missing.',
  invalid_row_length: 'A row has more values than the header has columns.',
  missing_required_field: 'A required value is empty.',
  invalid_date: 'A date is not a day of the calendar in the form YYYYMMDD.',
  invalid_time: 'A time does not have the form H:MM:SS or HH:MM:SS. Hours may exceed 24.',
  invalid_integer: 'A value is not a whole number.',
  invalid_float: 'A value is not a number.',
  number_out_of_range: 'A number is beyond its limit.',
  unexpected_enum_value: 'A value is none of those allowed.',
  invalid_timezone: 'A time zone is not an IANA name, such as Europe/Berlin.',
  id_too_long: 'An id is too long, or has a control character.',
  reserved_id: 'An id is reserved. Use another one.',
  duplicate_key:
    'An id, or a combination of values that identifies a row, stands twice with different content.',
  foreign_key_violation: 'An id does not exist in the file that it refers to.',
  inconsistent_agency_timezone: 'Agencies have different time zones. All have to have the same.',
  start_and_end_range_out_of_order: 'An end is before its start.',
  location_without_parent_station: 'An entrance, node or boarding area has no parent station.',
  station_with_parent_station: 'A station has a parent station.',
  wrong_parent_location_type: 'The parent of a stop has the wrong location_type.',
  stop_without_location: 'A stop has no position.',
  location_with_unexpected_stop_time: 'A train calls at a place that is not a stop or platform.',
  missing_trip_edge: 'The first or the last stop of a train has no time.',
  stop_time_with_arrival_before_previous_departure_time:
    'A train arrives before it has left the stop before. After midnight, hours go on: 24:10:00.',
  overlapping_frequency: 'Two periods of the same trip overlap.',
  wrong_timezone: 'The feed has another time zone than the railway.',
  no_reserved_service:
    'No train of the feed is yours, or none runs on any day. Name your agencies, types of routes or formations in formations/assignments.json.',
  station_without_entry:
    'A station where your trains call has no region and gate. Add it to stations-extra.json, or add a default there.',
  operator_file: 'A file of the operator’s folder does not fit.',
  timetable_ended: 'The timetable has ended: no train runs any more. The value is its last day.',
  timetable_starts_later:
    'The timetable begins later than today: until then no train runs. The value is its first day.',
  timetable_gap: 'No train runs for some days. The values are the first and the last of them.',
  feed_expiration_date30_days: 'The timetable ends within 30 days. The value is its last day.',
  expired_calendar: 'A service has ended; its trains do not run any more.',
  unusable_trip: 'A train has fewer than two stops where passengers board or leave. It is left out.',
  trip_without_service_days: 'A train runs on no day.',
  stop_time_with_only_arrival_or_departure_time:
    'A stop has only one of its two times. It is taken for both.',
  decreasing_or_equal_stop_time_distance:
    'Distances along the line do not grow. Times between timepoints are spread evenly by stop.',
  frequency_without_exact_times:
    'A train runs “every so many minutes”, without times that can be relied on. No seat can be reserved on it: it is left out.',
  missing_stop_name: 'A stop has no name.',
  missing_translation: 'A station has no name in a language of the app. It is shown in the feed’s language.',
  invalid_language_code: 'A language is not written as a BCP 47 tag, such as en-US.',
  invalid_url: 'A web address does not begin with http:// or https://.',
  route_both_short_and_long_name_missing: 'A route has no name.',
  uneven_row: 'A row has fewer values than the header has columns, or more that are empty.',
  repeated_row: 'A row is repeated. It is read once.',
  empty_column_name: 'A column has no name. It is left out.',
  empty_row: 'A row is blank.',
  more_than_one_entity: 'There is more than one row where one is expected. The first is used.',
  translation_unexpected_value: 'A translation has to name either record_id or field_value. It is left out.',
  trip_without_formation: 'A train has no formation. It is listed, but no seats are sold on it.',
  assignment_without_train: 'A formation is assigned to trains that the feed does not have.',
  unknown_station_entry: 'An entry is about a station that the feed does not have. It is left out.',
  feed_in_folder: 'The feed is in a folder of the ZIP file.',
  zip_with_appendix: 'The ZIP file is followed by other bytes. They are left out.',
  unknown_file: 'A file is not part of the standard. It is left out.',
  unknown_column: 'A column is not part of the standard. It is left out.',
  missing_recommended_file: 'A recommended file is missing.',
  missing_train_number: 'A train has no number (trip_short_name). Its id is shown instead.',
  missing_headsign: 'A train has no destination (trip_headsign). Its last stop is shown instead.',
  missing_direction: 'A train has no direction. It is found by the order of its stops.',
  missing_timepoint_value: 'A stop between timepoints has no time. It is worked out.',
  request_stop: 'A train stops on request only. It is sold like any other stop.',
};

/** Words around the findings. */
export const feedReport = {
  levels: { error: 'Errors', warning: 'Warnings', info: 'Notes' } satisfies Record<FindingLevel, string>,
  none: 'Nothing to report.',
  more: (count: string) => `and ${count} more`,
  place: 'Place',
  value: 'Value',
  against: 'Compared with',
  line: (file: string, line: string) => `${file}, line ${line}`,
};
