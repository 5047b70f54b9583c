// A verified entry or exit: the green screen for staff while it is open, then what became of it.
import { useQuery } from '@tanstack/react-query';
import { getJRAndHarukaStation } from '@kippu/contract/station';
import { ticketLoad, verificationResult } from '@kippu/contract/ticket';
import { useEffect } from 'react';
import { ApiError, isRefusal } from '../app/api-error.ts';
import { send } from '../app/api.ts';
import { queryKey, useRead } from '../app/queries.ts';
import { useParams } from '../app/router.ts';
import { useNow } from '../app/use-now.ts';
import { useWakeLock } from '../app/use-wake-lock.ts';
import { useMessages } from '../i18n/messages.ts';
import { LoadFailed } from '../ui/load-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ClosedVerification } from './closed-verification.tsx';
import {
  directionOf,
  keptVerification,
  renewKept,
  stateAt,
  type VerifiedRecord,
} from './kept-verification.ts';
import { OpenVerification } from './open-verification.tsx';

const POLL_MS = 3000;

/** What became of the record: known at once from the phone, asked of the server while it is open. */
function useRecord(recordId: string) {
  const kept = keptVerification(recordId);
  const query = useQuery<VerifiedRecord, Error>({
    queryKey: queryKey(verificationResult, { recordId }),
    queryFn: ({ signal }) => send(verificationResult, { query: { recordId }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'open' ? false : POLL_MS),
    ...(kept ? { initialData: kept.record, initialDataUpdatedAt: 0 } : {}),
    retry: false,
  });
  const { data } = query;
  useEffect(() => {
    if (data) renewKept(data);
  }, [data]);
  return { query, kept };
}

export function VerifiedScreen() {
  const { ticket: words } = useMessages();
  const { recordId = '', ticketId = '' } = useParams('mpmTap');
  const { query, kept } = useRecord(recordId);
  const now = useNow(1000);
  const record = query.data;
  const state = record && stateAt(record, now);
  useWakeLock(state === 'open');
  // On another phone of the same account, or after the phone has forgotten.
  const missing = kept === undefined;
  const loadedTicket = useRead(ticketLoad, { ticketId }, { enabled: missing });
  const stations = useRead(getJRAndHarukaStation, { ticketId }, { enabled: missing });
  const ticket = kept?.ticket ?? loadedTicket.data;
  const station = kept?.station ?? stations.data?.find(({ stationId }) => stationId === record?.stationId);
  const { error } = query;
  // The server's no outweighs what the phone has kept: the ticket may be another's by now.
  const refused = isRefusal(error, 'TKT-0001');
  const failed = (record && !refused ? null : error) ?? (ticket ? null : loadedTicket.error);
  if (record && !refused && state && state !== 'open')
    return <ClosedVerification record={record} state={state} station={station} ticketId={ticketId} />;
  if (record && !refused && ticket && (station || stations.isFetched))
    return (
      <OpenVerification
        record={record}
        direction={directionOf(record)}
        station={station}
        ticket={ticket}
        method={kept?.method}
        offline={error instanceof ApiError && error.unanswered}
        now={now}
      />
    );
  // Nothing is called verified that is not known to be.
  return (
    <Screen title={words.detailTitle} leave="close">
      {failed ? (
        <LoadFailed error={failed} again={() => void query.refetch()} />
      ) : (
        <Skeleton heights={[120, 160, 240]} />
      )}
    </Screen>
  );
}
