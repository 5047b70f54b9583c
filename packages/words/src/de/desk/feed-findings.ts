// What a report of a timetable's feed says, in German: what was found, and what to do.
import type { FindingCode, FindingLevel } from '@kippu/contract/feed-findings';

export const feedFindings: Readonly<Record<FindingCode, string>> = {
  zip_broken: 'Die ZIP-Datei ist beschädigt. Holen oder erstellen Sie sie noch einmal.',
  zip_encrypted: 'Die ZIP-Datei ist verschlüsselt. Erstellen Sie sie ohne Passwort.',
  zip_unsafe_name:
    'Die ZIP-Datei hat einen Dateinamen, der aus ihrem Ordner hinausführt. Erstellen Sie sie noch einmal.',
  zip_too_large: 'Die ZIP-Datei ist zu groß.',
  unpacked_too_large: 'Die Dateien des Feeds sind entpackt zu groß.',
  too_many_files: 'Es sind zu viele Dateien.',
  several_feeds: 'Es ist mehr als ein Feed. Behalten Sie einen.',
  no_feed: 'Es fehlen die Dateien eines GTFS-Feeds, etwa stops.txt.',
  missing_required_file: 'Eine nötige Datei fehlt.',
  missing_calendar_and_calendar_date_files:
    'calendar.txt und calendar_dates.txt fehlen beide. Eine davon muss sagen, an welchen Tagen Züge fahren.',
  empty_file: 'Eine nötige Datei hat keine Zeile.',
  too_many_rows: 'Eine Datei hat zu viele Zeilen.',
  too_many_trips:
    'Der Feed hat zu viele Züge oder Halte. Nennen Sie Ihre Unternehmen oder Linienarten in formations/assignments.json.',
  csv_parsing_failed:
    'Ein Anführungszeichen ist nicht geschlossen oder steht, wo keines stehen darf. Der Wert ist seine Stelle in der Zeile.',
  invalid_character:
    'Es gibt Bytes, die nicht UTF-8 sind, oder NUL-Zeichen. Speichern Sie die Datei in UTF-8 ohne NUL.',
  duplicated_column: 'Eine Spalte steht zweimal.',
  missing_required_column: 'Eine nötige Spalte fehlt.',
  invalid_row_length: 'Eine Zeile hat mehr Werte, als der Kopf Spalten hat.',
  missing_required_field: 'Ein nötiger Wert ist leer.',
  invalid_date: 'Ein Datum ist kein Tag des Kalenders in der Form YYYYMMDD.',
  invalid_time: 'Eine Zeit hat nicht die Form H:MM:SS oder HH:MM:SS. Stunden dürfen über 24 hinausgehen.',
  invalid_integer: 'Ein Wert ist keine ganze Zahl.',
  invalid_float: 'Ein Wert ist keine Zahl.',
  number_out_of_range: 'Eine Zahl liegt außerhalb ihrer Grenzen.',
  unexpected_enum_value: 'Ein Wert gehört nicht zu den erlaubten.',
  invalid_timezone: 'Eine Zeitzone ist kein IANA-Name wie Europe/Berlin.',
  id_too_long: 'Eine Kennung ist zu lang oder hat ein Steuerzeichen.',
  reserved_id: 'Eine Kennung ist reserviert. Verwenden Sie eine andere.',
  duplicate_key:
    'Eine Kennung oder eine Verbindung von Werten, die eine Zeile bestimmt, steht zweimal mit verschiedenem Inhalt.',
  foreign_key_violation: 'Eine Kennung gibt es in der Datei nicht, auf die sie verweist.',
  inconsistent_agency_timezone: 'Unternehmen haben verschiedene Zeitzonen. Alle müssen dieselbe haben.',
  start_and_end_range_out_of_order: 'Ein Ende liegt vor seinem Anfang.',
  location_without_parent_station:
    'Ein Eingang, Knoten oder Einstiegsbereich hat keinen übergeordneten Bahnhof.',
  station_with_parent_station: 'Ein Bahnhof hat einen übergeordneten Bahnhof.',
  wrong_parent_location_type: 'Was einem Halt übergeordnet ist, hat den falschen location_type.',
  stop_without_location: 'Ein Halt hat keine Position.',
  location_with_unexpected_stop_time: 'Ein Zug hält an einem Ort, der weder Halt noch Gleis ist.',
  missing_trip_edge: 'Der erste oder der letzte Halt eines Zuges hat keine Zeit.',
  stop_time_with_arrival_before_previous_departure_time:
    'Ein Zug kommt an, bevor er am vorigen Halt abgefahren ist. Nach Mitternacht zählen die Stunden weiter: 24:10:00.',
  overlapping_frequency: 'Zwei Zeiträume desselben Zuges überschneiden sich.',
  wrong_timezone: 'Der Feed hat eine andere Zeitzone als die Bahn.',
  no_reserved_service:
    'Kein Zug des Feeds ist Ihrer, oder keiner fährt an irgendeinem Tag. Nennen Sie Ihre Unternehmen, Linienarten oder Wagenreihungen in formations/assignments.json.',
  station_without_entry:
    'Ein Bahnhof, an dem Ihre Züge halten, hat weder Region noch Sperre. Ergänzen Sie ihn in stations-extra.json, oder setzen Sie dort einen Standard.',
  operator_file: 'Eine Datei im Ordner der Bahn passt nicht.',
  timetable_ended: 'Der Fahrplan ist zu Ende: Kein Zug fährt mehr. Der Wert ist sein letzter Tag.',
  timetable_starts_later:
    'Der Fahrplan beginnt später als heute: Bis dahin fährt kein Zug. Der Wert ist sein erster Tag.',
  timetable_gap: 'Einige Tage lang fährt kein Zug. Die Werte sind der erste und der letzte davon.',
  feed_expiration_date30_days: 'Der Fahrplan endet innerhalb von 30 Tagen. Der Wert ist sein letzter Tag.',
  expired_calendar: 'Ein Verkehrstag-Kalender ist zu Ende; seine Züge fahren nicht mehr.',
  unusable_trip:
    'Ein Zug hat weniger als zwei Halte, an denen ein- oder ausgestiegen wird. Er wird weggelassen.',
  trip_without_service_days: 'Ein Zug fährt an keinem Tag.',
  stop_time_with_only_arrival_or_departure_time:
    'Ein Halt hat nur eine seiner zwei Zeiten. Sie gilt für beide.',
  decreasing_or_equal_stop_time_distance:
    'Entfernungen entlang der Strecke nehmen nicht zu. Zeiten dazwischen werden gleichmäßig verteilt.',
  frequency_without_exact_times:
    'Ein Zug fährt „alle so viele Minuten“, ohne verlässliche Zeiten. Darin kann kein Platz reserviert werden: Er wird weggelassen.',
  missing_stop_name: 'Ein Halt hat keinen Namen.',
  missing_translation:
    'Ein Bahnhof hat in einer Sprache der App keinen Namen. Er erscheint in der Ersatzsprache der Bahn.',
  invalid_language_code: 'Eine Sprache steht nicht als BCP-47-Kennung wie en-US.',
  invalid_url: 'Eine Webadresse beginnt nicht mit http:// oder https://.',
  route_both_short_and_long_name_missing: 'Eine Linie hat keinen Namen.',
  uneven_row: 'Eine Zeile hat weniger Werte, als der Kopf Spalten hat, oder zu viele leere.',
  repeated_row: 'Eine Zeile ist wiederholt. Sie wird einmal gelesen.',
  empty_column_name: 'Eine Spalte hat keinen Namen. Sie wird weggelassen.',
  empty_row: 'Eine Zeile ist leer.',
  more_than_one_entity: 'Es gibt mehr als eine Zeile, wo eine erwartet wird. Die erste gilt.',
  translation_unexpected_value:
    'Eine Übersetzung muss entweder record_id oder field_value nennen. Sie wird weggelassen.',
  trip_without_formation:
    'Ein Zug hat keine Wagenreihung. Darin werden keine Plätze verkauft, und Reisende finden ihn nicht.',
  assignment_without_train: 'Eine Wagenreihung ist Zügen zugeordnet, die der Feed nicht hat.',
  unknown_station_entry: 'Ein Eintrag betrifft einen Bahnhof, den der Feed nicht hat. Er wird weggelassen.',
  feed_in_folder: 'Der Feed liegt in einem Ordner der ZIP-Datei.',
  zip_with_appendix: 'Nach der ZIP-Datei folgen andere Bytes. Sie werden weggelassen.',
  unknown_file: 'Eine Datei gehört nicht zum Standard. Sie wird weggelassen.',
  unknown_column: 'Eine Spalte gehört nicht zum Standard. Sie wird weggelassen.',
  missing_recommended_file: 'Eine empfohlene Datei fehlt.',
  missing_train_number: 'Ein Zug hat keine Nummer (trip_short_name). Stattdessen erscheint seine Kennung.',
  missing_headsign: 'Ein Zug hat kein Ziel (trip_headsign). Stattdessen erscheint sein letzter Halt.',
  missing_direction: 'Ein Zug hat keine Richtung. Sie wird aus der Reihenfolge seiner Halte bestimmt.',
  missing_timepoint_value: 'Ein Halt zwischen festen Zeiten hat keine Zeit. Sie wird berechnet.',
  request_stop: 'Ein Zug hält nur auf Verlangen. Er wird wie jeder andere Halt verkauft.',
};

/** Words around the findings. */
export const feedReport = {
  levels: { error: 'Fehler', warning: 'Warnungen', info: 'Hinweise' } satisfies Record<FindingLevel, string>,
  none: 'Nichts zu melden.',
  more: (count: string) => `und ${count} weitere`,
  place: 'Stelle',
  value: 'Wert',
  against: 'Verglichen mit',
  line: (file: string, line: string) => `${file}, Zeile ${line}`,
};
