// A choice of one station of the operator, or all.
import { deskStations } from '@kippu/contract/routes/desk/gates';
import { nameIn } from '@kippu/contract/names';
import { useRead } from '../app/call/queries.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { SelectField, type FieldProps } from '../ui/controls/field.tsx';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import css from './gate.module.css';

const WORDS = { station: text('駅', 'Station'), loading: text('読み込んでいます…', 'Loading…') };

/** `none` is the text for no station. */
export function StationField({
  none,
  value,
  ...field
}: Omit<FieldProps, 'label'> & { readonly none: string }) {
  const say = useSay();
  const language = useLanguage();
  const { data, error, refetch } = useRead(deskStations, {});
  const choices = (data ?? []).map((station) => ({
    value: station.stationId,
    label: nameIn(station, 'stationName', language),
  }));
  const isListed = value === '' || choices.some((choice) => choice.value === value);
  return (
    <div className={css['station']}>
      <SelectField
        {...field}
        label={say(WORDS.station)}
        value={value}
        choices={[
          { value: '', label: data || error ? none : say(WORDS.loading) },
          ...choices,
          // A station from the address, before the list is loaded or after it has left the timetable.
          ...(isListed ? [] : [{ value, label: value }]),
        ]}
      />
      <ErrorBox error={error} again={() => void refetch()} />
    </div>
  );
}
