// The confirmation before a verification, with a checklist if nothing else proves the location.
import type { BodyOf } from '@kippu/contract/route-types';
import { ownLanguage } from '@kippu/contract/languages';
import { nameIn } from '@kippu/contract/names';
import { theRules } from '@kippu/domain/rules';
import { CHECKLIST, type ChecklistItem } from '@kippu/contract/values';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { start, ticketList, ticketLoad, verificationResult } from '@kippu/contract/routes/traveller/ticket';
import { history } from '@kippu/contract/routes/traveller/voucher';
import { checkChecklist, type PassageDirection } from '@kippu/domain/ticket/entries';
import type { Position } from '@kippu/domain/station/nearby';
import { useState } from 'react';
import { queryClient, queryKey, refetch, useRead, useWrite } from '../../app/query/queries.ts';
import { navigate } from '../../app/router/router.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Checkbox } from '@kippu/ui/field';
import { Question } from '../../ui/messages/question.tsx';
import { keepVerification } from '../verify/kept-verification.ts';
import css from './station-choice.module.css';
import { StationName } from './station-name.tsx';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

export type ChosenPlace =
  | { readonly station: Station; readonly method: 'scan'; readonly poster: string }
  | { readonly station: Station; readonly method: 'gps'; readonly position: Position }
  | { readonly station: Station; readonly method: 'manual' };

function proofOf(place: ChosenPlace, ticked: ReadonlySet<ChecklistItem>): BodyOf<typeof start> {
  switch (place.method) {
    case 'scan':
      return { poster: place.poster };
    case 'gps':
      return { position: place.position };
    case 'manual':
      return { checked: [...ticked] };
  }
}

export function VerifyDialog({
  ticketId,
  direction,
  place,
  onClose,
}: {
  readonly ticketId: string;
  readonly direction: PassageDirection;
  readonly place: ChosenPlace;
  readonly onClose: () => void;
}) {
  const { station: words, errors } = useMessages();
  const language = useLanguage();
  const ticket = useRead(ticketLoad, { ticketId });
  const [ticked, setTicked] = useState<ReadonlySet<ChecklistItem>>(new Set());
  const [hurried, setHurried] = useState(false);
  const { station, method } = place;
  const byHand = method === 'manual';
  const { stationId } = station;
  const verify = useWrite(start, {
    onSuccess: async (made) => {
      const record = { ...made, state: 'open' as const };
      const { recordId } = made;
      if (ticket.data) keepVerification({ record, method, station, ticket: ticket.data });
      queryClient.setQueryData(queryKey(verificationResult, { recordId }), record);
      navigate('mpmTap', { recordId, ticketId }, { replace: true });
      await refetch(ticketLoad, ticketList, history);
    },
  });
  const go = () => {
    if (byHand && !checkChecklist([...ticked]).ok) return setHurried(true);
    verify.mutate({ query: { ticketId, stationId, direction, method }, body: proofOf(place, ticked) });
  };
  const tick = (item: ChecklistItem, on: boolean) => {
    setHurried(false);
    const next = new Set(ticked);
    if (on) next.add(item);
    else next.delete(item);
    setTicked(next);
  };
  const name = nameIn(station, 'stationName', language);
  const entering = direction === 'in';
  const once = entering ? words.once : words.onceOut;
  return (
    <Question
      title={entering ? words.confirmIn(name) : words.confirmOut(name)}
      yes={entering ? words.verifyIn : words.verifyOut}
      busy={verify.isPending}
      problem={hurried ? errors['TKT-0012'] : <SendFailed error={verify.error} again={go} keyed />}
      onYes={go}
      onNo={onClose}
    >
      <div className={css['asked']}>
        {language !== ownLanguage() && (
          <div className={css['sign']}>
            <StationName station={station} />
          </div>
        )}
        {byHand && (
          <fieldset className={css['checklist']}>
            <legend>{words.checkAll}</legend>
            {CHECKLIST.map((item) => (
              <Checkbox
                key={item}
                checked={ticked.has(item)}
                onChange={(event) => tick(item, event.target.checked)}
              >
                {words.check[item]}
              </Checkbox>
            ))}
          </fieldset>
        )}
        <p>{once(theRules().verifiedMinutes)}</p>
      </div>
    </Question>
  );
}
