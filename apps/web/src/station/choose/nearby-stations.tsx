// The nearest stations by the phone's position, with their distance and the accuracy of the position.
import { getNearbyStation } from '@kippu/contract/routes/traveller/station';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { Position } from '@kippu/domain/station/nearby';
import { LocateFixed } from 'lucide-react';
import { useRead } from '../../app/query/queries.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { Loaded } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { formatMetres } from './distance.ts';
import css from './station-choice.module.css';
import { StationRow } from './station-row.tsx';
import { positionRefusalText, usePosition } from './use-position.ts';

/** The largest accuracy value that the call accepts, in metres. A position this vague is near nothing. */
const MAX_ACCURACY = 100_000;

export function NearbyStations({
  stations,
  onChoose,
}: {
  /** The stations that the ticket covers. */
  readonly stations: readonly Station[];
  readonly onChoose: (station: Station, position: Position) => void;
}) {
  const messages = useMessages();
  const { station: words } = messages;
  const { state, ask } = usePosition();
  if (state.is === 'found')
    return <Found position={state.position} stations={stations} onAgain={ask} onChoose={onChoose} />;
  return (
    <>
      {state.is === 'refused' && (
        <NoticeBox tone="warn">{positionRefusalText(messages, state.reason)}</NoticeBox>
      )}
      <Button kind="outline" icon={LocateFixed} busy={state.is === 'asking'} onClick={ask}>
        {state.is === 'asking' ? words.locating : state.is === 'idle' ? words.usePosition : words.findAgain}
      </Button>
    </>
  );
}

function Found({
  position,
  stations,
  onAgain,
  onChoose,
}: {
  readonly position: Position;
  readonly stations: readonly Station[];
  readonly onAgain: () => void;
  readonly onChoose: (station: Station, position: Position) => void;
}) {
  const { station: words, client } = useMessages();
  const known = { ...position, accuracy: Math.min(position.accuracy, MAX_ACCURACY) };
  const nearby = useRead(getNearbyStation, known);
  return (
    <>
      <Loaded query={nearby} skeleton={[60, 60]}>
        {(found) => {
          const covered = found.filter(({ stationId }) =>
            stations.some((station) => station.stationId === stationId),
          );
          return covered.length === 0 ? (
            <NoticeBox tone="warn">{client.noStationNearby}</NoticeBox>
          ) : (
            <ul className={css['strip']}>
              {covered.map(({ metres, ...station }) => (
                <StationRow
                  key={station.stationId}
                  station={station}
                  aside={words.away(formatMetres(metres))}
                  onChoose={() => onChoose(station, known)}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <p className={css['hint']}>{words.accuracy(formatMetres(known.accuracy))}</p>
      <Button kind="text" icon={LocateFixed} onClick={onAgain}>
        {words.findAgain}
      </Button>
    </>
  );
}
