// The nearest stations by the phone's position, with how far they are and how well that is known.
import { getNearbyStation, type Station } from '@kippu/contract/station';
import type { Position } from '@kippu/domain/station-nearby';
import { LocateFixed } from 'lucide-react';
import { useRead } from '../app/queries.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/load-state.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { formatMetres } from './distance.ts';
import css from './station-choice.module.css';
import { StationRow } from './station-row.tsx';
import { positionRefusalText, usePosition } from './use-position.ts';

/** The most the wire takes; a position as vague as that is near nothing. */
const ACCURACY_MOST = 100_000;

export function NearbyStations({
  stations,
  onChoose,
}: {
  /** Those the ticket covers. */
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
  const known = { ...position, accuracy: Math.min(position.accuracy, ACCURACY_MOST) };
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
