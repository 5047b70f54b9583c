// What reading a GTFS feed may find. A code that the canonical GTFS Schedule validator has too is spelled as there.

export const FINDING_LEVELS = ['error', 'warning', 'info'] as const;
/** `error`: the feed is not used. `warning`: it is used, but something will not be as expected. `info`: to know. */
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** The level of each code. The order within a level is that of a report. */
export const FINDING_CODES = {
  // The ZIP file or the folder.
  zip_broken: 'error',
  zip_encrypted: 'error',
  zip_unsafe_name: 'error',
  zip_too_large: 'error',
  unpacked_too_large: 'error',
  too_many_files: 'error',
  several_feeds: 'error',
  no_feed: 'error',
  missing_required_file: 'error',
  missing_calendar_and_calendar_date_files: 'error',
  empty_file: 'error',
  too_many_rows: 'error',
  too_many_trips: 'error',
  // The form of a file.
  csv_parsing_failed: 'error',
  invalid_character: 'error',
  duplicated_column: 'error',
  missing_required_column: 'error',
  invalid_row_length: 'error',
  // One value.
  missing_required_field: 'error',
  invalid_date: 'error',
  invalid_time: 'error',
  invalid_integer: 'error',
  invalid_float: 'error',
  number_out_of_range: 'error',
  unexpected_enum_value: 'error',
  invalid_timezone: 'error',
  id_too_long: 'error',
  reserved_id: 'error',
  // What belongs together.
  duplicate_key: 'error',
  foreign_key_violation: 'error',
  inconsistent_agency_timezone: 'error',
  start_and_end_range_out_of_order: 'error',
  location_without_parent_station: 'error',
  station_with_parent_station: 'error',
  wrong_parent_location_type: 'error',
  stop_without_location: 'error',
  location_with_unexpected_stop_time: 'error',
  missing_trip_edge: 'error',
  stop_time_with_arrival_before_previous_departure_time: 'error',
  overlapping_frequency: 'error',
  // The operator's own files.
  wrong_timezone: 'error',
  no_reserved_service: 'error',
  station_without_entry: 'error',
  operator_file: 'error',

  // What will not run, and from when.
  timetable_ended: 'warning',
  timetable_starts_later: 'warning',
  timetable_gap: 'warning',
  feed_expiration_date30_days: 'warning',
  expired_calendar: 'warning',
  // Read, but not as it stands.
  unusable_trip: 'warning',
  trip_without_service_days: 'warning',
  stop_time_with_only_arrival_or_departure_time: 'warning',
  decreasing_or_equal_stop_time_distance: 'warning',
  frequency_without_exact_times: 'warning',
  missing_stop_name: 'warning',
  missing_translation: 'warning',
  invalid_language_code: 'warning',
  invalid_url: 'warning',
  route_both_short_and_long_name_missing: 'warning',
  uneven_row: 'warning',
  repeated_row: 'warning',
  empty_column_name: 'warning',
  empty_row: 'warning',
  more_than_one_entity: 'warning',
  translation_unexpected_value: 'warning',
  trip_without_formation: 'warning',
  assignment_without_train: 'warning',
  unknown_station_entry: 'warning',

  feed_in_folder: 'info',
  zip_with_appendix: 'info',
  unknown_file: 'info',
  unknown_column: 'info',
  missing_recommended_file: 'info',
  missing_train_number: 'info',
  missing_headsign: 'info',
  missing_direction: 'info',
  missing_timepoint_value: 'info',
  request_stop: 'info',
} as const satisfies Readonly<Record<string, FindingLevel>>;

export type FindingCode = keyof typeof FINDING_CODES;

/** At most so many places of a code are listed; the others are counted. */
export const MAX_PLACES = 20;
