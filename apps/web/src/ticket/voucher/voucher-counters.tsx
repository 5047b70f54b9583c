// The counters where a voucher is exchanged, with hours, map and distance.
import { nameIn } from '@kippu/contract/names';
import { LocateFixed, MapPin } from 'lucide-react';
import { useId } from 'react';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { formatMetres } from '../../station/choose/distance.ts';
import { positionRefusalText, type usePosition } from '../../station/choose/use-position.ts';
import { Button } from '@kippu/ui/button';
import { Icon } from '@kippu/ui/icon';
import { NoticeBox } from '@kippu/ui/notice-box';
import { mapLink, severalRailways, type PlacedCounter } from './voucher-view.ts';
import css from './voucher.module.css';

export function VoucherCounters({
  counters,
  chosen,
  onChoose,
  position: { state, ask },
}: {
  readonly counters: readonly PlacedCounter[];
  readonly chosen: string | null;
  readonly onChoose: (counterId: string) => void;
  readonly position: ReturnType<typeof usePosition>;
}) {
  const messages = useMessages();
  const { ticketLife: words, station } = messages;
  const language = useLanguage();
  const group = useId();
  const several = severalRailways(counters);
  return (
    <>
      {state.is === 'refused' ? (
        <NoticeBox tone="warn">{positionRefusalText(messages, state.reason)}</NoticeBox>
      ) : state.is === 'found' ? (
        <p className={css['small']}>{station.accuracy(formatMetres(state.position.accuracy))}</p>
      ) : (
        <Button kind="text" icon={LocateFixed} busy={state.is === 'asking'} onClick={ask}>
          {state.is === 'asking' ? station.locating : words.showDistances}
        </Button>
      )}
      <div role="radiogroup" aria-label={words.chooseCounter}>
        <ul className={css['counters']}>
          {counters.map(({ counter, metres }) => {
            const name = nameIn(counter, 'counterName', language);
            return (
              <li key={counter.counterId} className={css['counter']}>
                <label className={css['choice']}>
                  <input
                    type="radio"
                    name={group}
                    className={css['radio']}
                    checked={counter.counterId === chosen}
                    onChange={() => onChoose(counter.counterId)}
                  />
                  <span className={css['counterText']}>
                    <strong>{name}</strong>
                    <span>
                      {[
                        several ? counter.railway : '',
                        counter.hours,
                        counter.closed && words.closedAt(counter.closed),
                        metres === undefined ? '' : station.away(formatMetres(metres)),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                </label>
                <a
                  href={mapLink(counter)}
                  target="_blank"
                  rel="noreferrer"
                  className={css['map']}
                  aria-label={words.mapOf(name)}
                >
                  <Icon of={MapPin} />
                  {words.map}
                </a>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}
