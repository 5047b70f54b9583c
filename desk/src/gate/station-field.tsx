// A station of the operator's, or all of them.
import { deskStations } from '@kippu/contract/desk-gate';
import { nameIn } from '@kippu/contract/fields';
import { useRead } from '../app/queries.ts';
import { text, useLanguage, useSay } from '../app/texts.ts';
import { SelectField, type FieldProps } from '../ui/field.tsx';

const WORDS = {
  station: text('駅', 'Station'),
  loading: text('読み込んでいます…', 'Loading…'),
  failed: text('駅を読み込めませんでした。', 'The stations could not be loaded.'),
};

/** `none` says what no station stands for. */
export function StationField({
  none,
  value,
  ...field
}: Omit<FieldProps, 'label'> & { readonly none: string }) {
  const say = useSay();
  const language = useLanguage();
  const { data, error } = useRead(deskStations, {});
  const choices = (data ?? []).map((station) => ({
    value: station.stationId,
    label: nameIn(station, 'stationName', language),
  }));
  const kept = value === '' || choices.some((choice) => choice.value === value);
  return (
    <SelectField
      {...field}
      label={say(WORDS.station)}
      value={value}
      error={field.error ?? (error ? say(WORDS.failed) : undefined)}
      choices={[
        { value: '', label: data || error ? none : say(WORDS.loading) },
        ...choices,
        // One that an address names before the others are there, or that has left the timetable.
        ...(kept ? [] : [{ value, label: value }]),
      ]}
    />
  );
}
