// Where the traveller lives: every country and region, named and ordered as the present language does.
import { getAllCountry } from '@kippu/contract/account';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { send } from '../app/api.ts';
import { useSettings } from '../app/settings.ts';
import { useMessages } from '../i18n/messages.ts';
import { SelectField } from '../ui/field.tsx';
import { LoadFailed } from '../ui/load-state.tsx';

/** All countries in the present language; they do not change while the app is open. */
export function useCountries() {
  const { language } = useSettings();
  return useQuery({
    queryKey: [getAllCountry.name, language],
    queryFn: ({ signal }) => send(getAllCountry, { signal }),
    staleTime: Infinity,
  });
}

/** The region the browser itself names ('de-CH' gives 'CH'); '' when it names none, since a guess would mislead. */
export function browserRegion(): string {
  for (const tag of navigator.languages) {
    try {
      const { region } = new Intl.Locale(tag);
      if (region && /^[A-Z]{2}$/.test(region)) return region;
    } catch {
      // A tag this browser made up.
    }
  }
  return '';
}

type Props = Pick<ComponentProps<typeof SelectField>, 'name' | 'error' | 'onChange' | 'onBlur'> & {
  readonly value: string;
};

/** The picker, from `textOf`. */
export function CountryField(field: Props) {
  const { account: words, common } = useMessages();
  const countries = useCountries();
  if (countries.error && !countries.data)
    return <LoadFailed error={countries.error} again={() => void countries.refetch()} />;
  return (
    <SelectField label={words.country} autoComplete="country" {...field}>
      <option value="" disabled>
        {countries.data ? words.countryChoose : common.loading}
      </option>
      {countries.data?.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
