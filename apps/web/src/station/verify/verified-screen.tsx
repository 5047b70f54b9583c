// A verified entry or exit: the green screen for staff while it is open, then its outcome.
import { useQuery } from '@tanstack/react-query';
import { getJRAndHarukaStation } from '@kippu/contract/routes/traveller/station';
import { ticketLoad, verificationResult } from '@kippu/contract/routes/traveller/ticket';
import { useEffect } from 'react';
import { CallError, isRefusal } from '@kippu/client/call-error';
import { send } from '../../app/call/api.ts';
import { queryKey, useRead } from '../../app/query/queries.ts';
import { useParams } from '../../app/router/router.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { useWakeLock } from '../../app/clock/use-wake-lock.ts';
import { useMessages } from '../../i18n/messages.ts';
import { LoadFailed } from '../../ui/states/load-state.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
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

/** The state of the record: known at once from the phone, and polled from the server while it is open. */
function useRecord(recordId: string) {
  const stored = keptVerification(recordId);
  const query = useQuery<VerifiedRecord, Error>({
    queryKey: queryKey(verificationResult, { recordId }),
    queryFn: ({ signal }) => send(verificationResult, { query: { recordId }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'open' ? false : POLL_MS),
    ...(stored ? { initialData: stored.record, initialDataUpdatedAt: 0 } : {}),
    retry: false,
  });
  const { data } = query;
  useEffect(() => {
    if (data) renewKept(data);
  }, [data]);
  return { query, stored };
}

export function VerifiedScreen() {
  const { ticket: words } = useMessages();
  const { recordId = '', ticketId = '' } = useParams('mpmTap');
  const { query, stored } = useRecord(recordId);
  const now = useNow(1000);
  const record = query.data;
  const state = record && stateAt(record, now);
  useWakeLock(state === 'open');
  // Opened on another phone of the account, or after the phone's copy was deleted.
  const missing = stored === undefined;
  const loadedTicket = useRead(ticketLoad, { ticketId }, { enabled: missing });
  const stations = useRead(getJRAndHarukaStation, { ticketId }, { enabled: missing });
  const ticket = stored?.ticket ?? loadedTicket.data;
  const station = stored?.station ?? stations.data?.find(({ stationId }) => stationId === record?.stationId);
  const { error } = query;
  // A refusal by the server overrides the stored copy: the ticket may have been transferred.
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
        method={stored?.method}
        offline={error instanceof CallError && error.unanswered}
        now={now}
      />
    );
  // A verification is shown only if it is known to exist.
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
