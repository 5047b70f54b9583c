// The columns of the files that are read, as the GTFS Schedule reference names them.
import { FEED_LIMITS, type ReadFile } from '../source/feed-source.ts';
import type { TableForm } from './table.ts';

const words = (text: string) => text.trim().split(/\s+/);

interface Columns {
  readonly required: string;
  readonly more: string;
}

const COLUMNS: Readonly<Record<ReadFile, Columns>> = {
  'agency.txt': {
    required: 'agency_name agency_url agency_timezone',
    more: 'agency_id agency_lang agency_phone agency_fare_url agency_email cemv_support',
  },
  'feed_info.txt': {
    required: 'feed_publisher_name feed_publisher_url feed_lang',
    more: 'default_lang feed_start_date feed_end_date feed_version feed_contact_email feed_contact_url',
  },
  'stops.txt': {
    required: 'stop_id',
    more: `stop_code stop_name tts_stop_name stop_desc stop_lat stop_lon zone_id stop_url location_type parent_station
      stop_timezone wheelchair_boarding level_id platform_code stop_access`,
  },
  'routes.txt': {
    required: 'route_id route_type',
    more: `agency_id route_short_name route_long_name route_desc route_url route_color route_text_color route_sort_order
      continuous_pickup continuous_drop_off network_id cemv_support`,
  },
  'calendar.txt': {
    required: 'service_id monday tuesday wednesday thursday friday saturday sunday start_date end_date',
    more: 'service_name',
  },
  'calendar_dates.txt': { required: 'service_id date exception_type', more: 'holiday_name' },
  'trips.txt': {
    required: 'route_id service_id trip_id',
    more: `trip_headsign trip_short_name direction_id block_id shape_id wheelchair_accessible bikes_allowed cars_allowed
      safe_duration_factor safe_duration_offset`,
  },
  'frequencies.txt': { required: 'trip_id start_time end_time headway_secs', more: 'exact_times' },
  'stop_times.txt': {
    required: 'trip_id stop_sequence',
    more: `arrival_time departure_time stop_id location_group_id location_id stop_headsign start_pickup_drop_off_window
      end_pickup_drop_off_window pickup_type drop_off_type continuous_pickup continuous_drop_off shape_dist_traveled
      timepoint pickup_booking_rule_id drop_off_booking_rule_id`,
  },
  'translations.txt': {
    required: '',
    more: 'table_name field_name language translation record_id record_sub_id field_value trans_id lang',
  },
};

/** All files of the standard. Others are named in the report. */
export const KNOWN_FILES = [
  ...Object.keys(COLUMNS),
  ...words(`fare_attributes.txt fare_rules.txt timeframes.txt rider_categories.txt fare_media.txt fare_products.txt
    fare_leg_rules.txt fare_leg_join_rules.txt fare_transfer_rules.txt areas.txt stop_areas.txt networks.txt
    route_networks.txt shapes.txt transfers.txt pathways.txt levels.txt location_groups.txt location_group_stops.txt
    locations.geojson booking_rules.txt attributions.txt`),
];

/** Returns the form of a file. */
export function formOf(file: ReadFile): TableForm {
  const { required, more } = COLUMNS[file];
  const needed = required === '' ? [] : words(required);
  const { rows, stopTimes } = FEED_LIMITS;
  return {
    file,
    required: needed,
    known: [...needed, ...words(more)],
    maxRows: file === 'stop_times.txt' ? stopTimes : rows,
  };
}
