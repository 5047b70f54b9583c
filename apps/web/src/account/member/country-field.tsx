// The country picker: every country and region, named and sorted for the current language.
import { getAllCountry } from '@kippu/contract/routes/traveller/account';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { send } from '../../app/call/api.ts';
import { useSettings } from '../../app/storage/settings.ts';
import { useMessages } from '../../i18n/messages.ts';
import { SelectField } from '@kippu/ui/field';
import { LoadFailed } from '../../ui/states/load-state.tsx';

/** Returns all countries in the current language. They do not change while the app is open. */
export function useCountries() {
  const { language } = useSettings();
  return useQuery({
    queryKey: [getAllCountry.name, language],
    queryFn: ({ signal }) => send(getAllCountry, { signal }),
    staleTime: Infinity,
  });
}

/** Returns the browser's region ('de-CH' gives 'CH'), or '' when the browser names none. */
export function browserRegion(): string {
  for (const tag of navigator.languages) {
    try {
      const { region } = new Intl.Locale(tag);
      if (region && /^[A-Z]{2}$/.test(region)) return region;
    } catch {
      // The browser returned an invalid language tag.
    }
  }
  return '';
}

type Props = Pick<ComponentProps<typeof SelectField>, 'name' | 'error' | 'onChange' | 'onBlur'> & {
  readonly value: string;
};

/** The country picker, with props from `textOf`. */
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
