// Transfers a ticket, or several of a party: what is included, to whom, and one question that says it cannot be undone.
import { nameIn } from '@kippu/contract/names';
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { RESERVATION_STATE } from '@kippu/contract/values';
import { transferTickets } from '@kippu/contract/routes/traveller/party';
import { ticketList, ticketLoad, transferTicket } from '@kippu/contract/routes/traveller/ticket';
import type { Ticket, TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { normaliseEmail } from '@kippu/domain/account/rules';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { encryptPassword } from '../../account/password-crypto/encrypt-password.ts';
import { useProblemText } from '../../account/form/problem-text.ts';
import { forget } from '../../app/storage/tab-memory.ts';
import { useForm } from '../../account/form/use-form.ts';
import { useSecretWrite } from '../../account/password-crypto/use-secret-write.ts';
import { queryClient, queryKey, refetch, useRead } from '../../app/query/queries.ts';
import { navigate, useParams } from '../../app/router/router.ts';
import { useSession } from '../../app/session/session.ts';
import { wholeEmail } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { appName } from '@kippu/words/railway';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Loaded } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { laterPart } from '../../ui/states/later-part.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Question } from '../../ui/messages/question.tsx';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { forgetCode } from '../code/phone-codes.ts';
import { LinkForm } from './link-form.tsx';
import { TransferContents } from './transfer-contents.tsx';
import {
  fieldOf,
  PasswordField,
  ReceiverFields,
  receiverProblems,
  refuseField,
  type Typed,
} from './transfer-fields.tsx';
import { rememberTransfer } from './transfer-memory.ts';
import css from './transfer.module.css';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

const PartyChoice = laterPart(async () => (await import('./party-choice.tsx')).PartyChoice);

/** What one request is made of: another choice of tickets is another request. */
interface Input {
  readonly ticketIds: readonly string[];
  readonly typed: Typed;
}
export function TransferScreen() {
  const { ticketId = '', ticketIds } = useParams('transfer');
  const ids = (ticketIds ?? ticketId).split(',').filter(Boolean);
  return ids.length > 1 ? <PartyTransfer ids={ids} /> : <TicketTransfer ticketId={ticketId} />;
}

function TicketTransfer({ ticketId }: { readonly ticketId: string }) {
  const { ticketLife: words, party } = useMessages();
  const [way, setWay] = useState<'account' | 'link'>(
    useParams('transfer').way === 'link' ? 'link' : 'account',
  );
  const language = useLanguage();
  const query = useRead(ticketLoad, { ticketId }, { staleTime: 0 });
  return (
    <Screen title={words.transfer} leave="back">
      <Loaded query={query} skeleton={[140, 96, 260]}>
        {(ticket) =>
          ticket.transferable ? (
            <>
              <Group title={words.goesAlong}>
                <TransferContents ticket={ticket} />
              </Group>
              <Group title={party.way}>
                <Segmented
                  label={party.way}
                  options={[
                    { value: 'account', label: party.toAccount },
                    { value: 'link', label: party.byLink },
                  ]}
                  value={way}
                  onChange={setWay}
                />
              </Group>
              {way === 'link' ? (
                <LinkForm ticket={ticket} />
              ) : (
                <TransferForm
                  draftOf={ticketId}
                  ticketIds={[ticketId]}
                  name={nameIn(ticket, 'productName', language)}
                  hasSeats={ticket.reservations.some(({ state }) => state === RESERVATION_STATE.reserved)}
                />
              )}
            </>
          ) : (
            <NotTransferable ticket={ticket} />
          )
        }
      </Loaded>
    </Screen>
  );
}

/** Several tickets of a party: all are chosen at first. */
function PartyTransfer({ ids }: { readonly ids: readonly string[] }) {
  const { ticketLife: words, party } = useMessages();
  const [chosen, setChosen] = useState<readonly TicketSummary[]>([]);
  return (
    <Screen title={party.transfer} leave="back">
      <TransferForm
        draftOf={ids.join('.')}
        ticketIds={chosen.map(({ ticketId }) => ticketId)}
        name={party.title(chosen.length)}
        hasSeats={chosen.some(({ reservedNum }) => reservedNum > 0)}
      >
        <Group title={words.goesAlong}>
          <Suspense fallback={<Skeleton heights={[240]} />}>
            <PartyChoice ids={ids.join(',')} onChoice={setChosen} />
          </Suspense>
        </Group>
      </TransferForm>
    </Screen>
  );
}

function NotTransferable({ ticket }: { readonly ticket: Ticket }) {
  const { errors, station } = useMessages();
  return (
    <NoticeBox
      tone="warn"
      action={
        <ButtonLink to="detail" params={{ ticketId: ticket.ticketId }} kind="outline" replace>
          {station.toTicket}
        </ButtonLink>
      }
    >
      {errors[ticket.entry ? 'TKT-0008' : 'TKT-0013']}
    </NoticeBox>
  );
}

interface FormProps {
  /** Names the draft of what was typed. */
  readonly draftOf: string;
  /** The chosen tickets. */
  readonly ticketIds: readonly string[];
  /** What is transferred, as displayed. */
  readonly name: string;
  readonly hasSeats: boolean;
  /** What the form begins with. */
  readonly children?: ReactNode;
}

function TransferForm({ draftOf, ticketIds, name, hasSeats, children }: FormProps) {
  const messages = useMessages();
  const { ticketLife: words, account, party } = messages;
  const text = useProblemText();
  const own = useSession()?.member.email ?? '';
  const [asking, setAsking] = useState(false);
  const [first = '', ...others] = ticketIds;
  const isParty = others.length > 0;
  // A stable object, because the form saves the draft whenever it changes.
  const draft = useMemo(
    () => ({ key: `kippu.transfer.${draftOf}`, fields: ['email', 'emailRepeat'] as const }),
    [draftOf],
  );
  const onSuccess = async () => {
    rememberTransfer({ name, email: receiver });
    // The codes must not be shown at a gate again, whether or not the gate knows of the transfer yet.
    for (const ticketId of ticketIds) await forgetCode(ticketId);
    navigate('transferResult', {}, { replace: true });
    forget(draft.key);
    for (const ticketId of ticketIds)
      queryClient.removeQueries({ queryKey: queryKey(ticketLoad, { ticketId }) });
    await refetch(ticketList, reserveList);
  };
  const one = useSecretWrite(
    transferTicket,
    async ({ ticketIds: [ticketId = ''], typed: { email, emailRepeat, password } }: Input) => ({
      ticketId,
      email,
      emailRepeat,
      password: await encryptPassword(transferTicket.name, password),
    }),
    { onSuccess },
  );
  const several = useSecretWrite(
    transferTickets,
    async ({ ticketIds: chosen, typed: { email, emailRepeat, password } }: Input) => ({
      ticketIds: [...chosen],
      email,
      emailRepeat,
      password: await encryptPassword(transferTickets.name, password),
    }),
    { onSuccess },
  );
  const transfer = isParty ? several : one;
  const form = useForm<Typed>({
    initial: { email: '', emailRepeat: '', password: '' },
    busy: transfer.isPending,
    draft,
    check: (typed) => ({
      ...receiverProblems(messages, typed, own),
      password: typed.password === '' ? account.passwordMissing : undefined,
    }),
    onSubmit: () => setAsking(true),
  });
  const receiver = normaliseEmail(form.values.email);
  const goOn = () =>
    transfer.mutate(
      { ticketIds, typed: form.values },
      {
        onError: (error) => {
          setAsking(false);
          refuseField(form, error, { messages, text });
        },
      },
    );
  return (
    <form className={css['form']} {...form.props}>
      {children}
      <Group title={words.receiver}>
        <div className={css['fields']}>
          <ReceiverFields form={form} hint={words.emailHint(appName())} />
          <PasswordField form={form} />
        </div>
      </Group>
      {!fieldOf(transfer.error) && (
        <SendFailed error={transfer.error} again={goOn} text={text} keyed failed="transferFailed" />
      )}
      {/* When a wrong field loses focus, an error line appears above. Without this the button would move away from
          the finger. */}
      <Button type="submit" disabled={first === ''} onMouseDown={(event) => event.preventDefault()}>
        {words.goOn}
      </Button>
      {asking && (
        <Question
          title={
            isParty
              ? party.transferAsk(ticketIds.length, wholeEmail(receiver))
              : words.transferAsk(wholeEmail(receiver))
          }
          yes={isParty ? party.transferYes(ticketIds.length) : words.transferYes}
          danger
          busy={transfer.isPending}
          onYes={goOn}
          onNo={() => setAsking(false)}
        >
          {isParty
            ? party[hasSeats ? 'leaveWithSeats' : 'leaveForGood'](ticketIds.length)
            : words[hasSeats ? 'leavesWithSeats' : 'leavesForGood']}
        </Question>
      )}
    </form>
  );
}
