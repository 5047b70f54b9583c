// The filters of the gate and conflict lists: a state and a station, kept in the address.
import type { ReactNode } from 'react';
import { hrefOf, navigate, type Query } from '../app/router/router.ts';
import { text, useSay } from '../app/text/texts.ts';
import { SelectField } from '../ui/controls/field.tsx';
import { Filters } from '../ui/layout/page.tsx';
import { StationField } from './station-field.tsx';

const WORDS = {
  state: text('状態', 'State'),
  all: text('すべて', 'All'),
  allStations: text('すべての駅', 'All stations'),
};

export interface ListFilter<State extends string> {
  /** Undefined for all states. */
  readonly state: State | undefined;
  /** Empty for all stations. */
  readonly stationId: string;
  /** The query of the list's call. */
  readonly asked: { readonly state?: State; readonly stationId?: string };
}

/** Reads the filter from an address. The first state is the default, which shows the open work. */
export function filterOf<State extends string>(
  query: Query,
  states: readonly [State, ...State[]],
): ListFilter<State> {
  const state =
    query['state'] === 'all' ? undefined : (states.find((known) => known === query['state']) ?? states[0]);
  const stationId = query['station'] ?? '';
  return {
    state,
    stationId,
    asked: { ...(state === undefined ? {} : { state }), ...(stationId === '' ? {} : { stationId }) },
  };
}

/** The fields of the filter. A change puts the new filter into the address. */
export function ListFilters<State extends string>({
  filter: { state, stationId },
  states,
  rest,
  kept = {},
  children,
}: {
  readonly filter: ListFilter<State>;
  /** The states with their names. The first is the default. */
  readonly states: readonly { readonly value: State; readonly label: string }[];
  /** The list's address: the parts that follow `#/gates/`. */
  readonly rest: readonly string[];
  /** What else the address keeps when a field changes. */
  readonly kept?: Query;
  /** More fields. */
  readonly children?: ReactNode;
}) {
  const say = useSay();
  const shown = state ?? 'all';
  const byDefault = states[0]?.value;
  const go = (next: { readonly state: string; readonly station: string }) =>
    navigate(hrefOf('gates', rest, { ...kept, ...next, state: next.state === byDefault ? '' : next.state }), {
      replace: true,
    });
  return (
    <Filters>
      <SelectField
        label={say(WORDS.state)}
        value={shown}
        onValue={(value) => go({ state: value, station: stationId })}
        choices={[...states, { value: 'all', label: say(WORDS.all) }]}
      />
      <StationField
        none={say(WORDS.allStations)}
        value={stationId}
        onValue={(station) => go({ state: shown, station })}
      />
      {children}
    </Filters>
  );
}
