// Chooses the station of an entry or exit without a gate reader: by its poster, by position, or from the list.
import { nameIn } from '@kippu/contract/names';
import { getAllPieceStation } from '@kippu/contract/routes/traveller/station';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { parsePoster } from '@kippu/contract/poster';
import { ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import { checkPassage, type PassageDirection } from '@kippu/domain/ticket/entries';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import { isGone } from '../../app/errors/error-kinds.ts';
import { useRead } from '../../app/query/queries.ts';
import { changeParams, useParams } from '../../app/router/router.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { formatCountdown } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Loaded, LoadFailed } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { stateAt, useLastVerification } from '../verify/kept-verification.ts';
import { NearbyStations } from './nearby-stations.tsx';
import { ScanDialog } from '../scan/scan-dialog.tsx';
import css from './station-choice.module.css';
import { StationList } from './station-list.tsx';
import { VerifyDialog, type ChosenPlace } from './verify-dialog.tsx';

export function StationChoiceScreen() {
  const { station: words, ticket: ticketWords } = useMessages();
  const params = useParams('outInSite');
  const ticketId = params.ticketId ?? '';
  const direction: PassageDirection = params.direction === 'out' ? 'out' : 'in';
  const regions = useRead(getAllPieceStation, { ticketId, direction }, { staleTime: 3_600_000 });
  const [place, setPlace] = useState<ChosenPlace | null>(null);
  const stations = (regions.data ?? []).flatMap((region) => region.stations);
  return (
    <Screen title={direction === 'in' ? words.chooseIn : words.chooseOut} leave="back">
      <div className={css['choice']}>
        <Segmented
          label={ticketWords.direction}
          value={direction}
          options={[
            { value: 'in', label: ticketWords.entering },
            { value: 'out', label: ticketWords.leaving },
          ]}
          onChange={(value) => changeParams('outInSite', { ticketId, direction: value })}
        />
        <Standing ticketId={ticketId} direction={direction} />
        <p className={css['soft']}>{words.intro}</p>
        <Poster
          stations={stations}
          coming={!regions.isSuccess && regions.isFetching}
          missing={regions.isError && !regions.isFetching}
          onPlace={setPlace}
        />
      </div>
      <Group title={words.nearby}>
        <NearbyStations
          stations={stations}
          onChoose={(station, position) => setPlace({ station, method: 'gps', position })}
        />
      </Group>
      <Group title={words.byHand}>
        <Loaded query={regions} skeleton={[52, 64, 64, 64]}>
          {(data) => (
            <StationList regions={data} onChoose={(station) => setPlace({ station, method: 'manual' })} />
          )}
        </Loaded>
      </Group>
      {place && (
        <VerifyDialog
          ticketId={ticketId}
          direction={direction}
          place={place}
          onClose={() => setPlace(null)}
        />
      )}
    </Screen>
  );
}

/** Shows an open verification, or the reason for which the server would refuse, before a station is chosen. */
function Standing({
  ticketId,
  direction,
}: {
  readonly ticketId: string;
  readonly direction: PassageDirection;
}) {
  const { station: words, ticket: ticketWords, errors } = useMessages();
  const language = useLanguage();
  const now = useNow(1000);
  const last = useLastVerification(ticketId);
  const state = last && stateAt(last.record, now);
  // Refetched each time, because another phone of the account may just have entered or cancelled.
  const ticket = useRead(ticketLoad, { ticketId }, { staleTime: 0 });
  if (last && state === 'open')
    return (
      <NoticeBox
        tone="ok"
        title={nameIn(last.station, 'stationName', language)}
        action={
          <ButtonLink to="mpmTap" params={{ recordId: last.record.recordId, ticketId }} kind="outline">
            {words.showAgain}
          </ButtonLink>
        }
      >
        {words.stillOpen(formatCountdown(wallToEpoch(last.record.verifiedUntil) - now))}
      </NoticeBox>
    );
  if (isGone(ticket.error)) return <LoadFailed error={ticket.error} again={() => void ticket.refetch()} />;
  if (!ticket.data) return null;
  if (ticket.data.status === 'bound')
    return (
      <NoticeBox
        tone="warn"
        action={
          <ButtonLink to="detail" params={{ ticketId }} kind="outline" replace>
            {words.toTicket}
          </ButtonLink>
        }
      >
        {ticketWords.notInUse}
      </NoticeBox>
    );
  const allowed = checkPassage(direction, ticket.data.entry !== null);
  if (allowed.ok) return null;
  // To enter again, an entry that did not pass the gate must be cancelled first, even if made on another phone.
  const recordId = direction === 'in' ? ticket.data.entry?.recordId : undefined;
  return (
    <NoticeBox
      tone="warn"
      action={
        recordId && (
          <ButtonLink to="mpmTap" params={{ recordId, ticketId }} kind="outline">
            {words.cancelEntry}
          </ButtonLink>
        )
      }
    >
      {errors[allowed.code]}
    </NoticeBox>
  );
}

function Poster({
  stations,
  coming,
  missing,
  onPlace,
}: {
  readonly stations: readonly Station[];
  readonly coming: boolean;
  /** The stations failed to load: the error and a retry button are shown in their place. */
  readonly missing: boolean;
  readonly onPlace: (place: ChosenPlace) => void;
}) {
  const { station: words, errors } = useMessages();
  const [scanning, setScanning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const read = (text: string) => {
    const poster = parsePoster(text);
    if (!poster) return setProblem(errors['TKT-0010']);
    const station = stations.find(({ stationId }) => stationId === poster.stationId);
    // Whether or not the station exists, this ticket does not cover it.
    if (!station) return setProblem(errors['SEAT-0010']);
    setScanning(false);
    onPlace({ station, method: 'scan', poster: text.trim() });
  };
  return (
    <>
      <Button
        icon={ScanQrCode}
        busy={coming}
        disabled={missing}
        onClick={() => {
          setProblem(undefined);
          setScanning(true);
        }}
      >
        {words.scanPoster}
      </Button>
      <p className={css['hint']}>{words.scanHint}</p>
      {scanning && (
        <ScanDialog
          title={words.scanPoster}
          problem={problem}
          onText={read}
          onClose={() => setScanning(false)}
        />
      )}
    </>
  );
}
