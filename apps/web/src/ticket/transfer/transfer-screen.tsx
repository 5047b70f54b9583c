// Transfers a ticket: what is included, to whom, and one question that says it cannot be undone.
import { nameIn } from '@kippu/contract/names';
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { RESERVATION_STATE } from '@kippu/contract/values';
import { ticketList, ticketLoad, transferTicket } from '@kippu/contract/routes/traveller/ticket';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { checkEmails, normaliseEmail } from '@kippu/domain/account/rules';
import { useMemo, useState } from 'react';
import { EmailField, SecretField } from '../../account/form/credential-fields.tsx';
import { encryptPassword } from '../../account/password-crypto/encrypt-password.ts';
import { outcomeText, useProblemText } from '../../account/form/problem-text.ts';
import { forget } from '../../app/storage/tab-memory.ts';
import { textOf, useForm } from '../../account/form/use-form.ts';
import { useSecretWrite } from '../../account/password-crypto/use-secret-write.ts';
import { CallError } from '@kippu/client/call-error';
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
import { Question } from '../../ui/messages/question.tsx';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { forgetCode } from '../code/phone-codes.ts';
import { TransferContents } from './transfer-contents.tsx';
import { rememberTransfer } from './transfer-memory.ts';
import css from './transfer.module.css';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

interface Typed extends Readonly<Record<string, string>> {
  readonly email: string;
  readonly emailRepeat: string;
  readonly password: string;
}
/** The field that a refusal concerns. Other refusals are shown above the button. */
const FIELD_OF: Readonly<Record<string, keyof Typed & string>> = {
  'TKT-0014': 'email',
  'TKT-0015': 'email',
  'TKT-0016': 'emailRepeat',
  AccountOrPwdError: 'password',
};
const fieldOf = (error: unknown) => (error instanceof CallError ? FIELD_OF[error.code] : undefined);

export function TransferScreen() {
  const { ticketLife: words } = useMessages();
  const ticketId = useParams('transfer').ticketId ?? '';
  const query = useRead(ticketLoad, { ticketId }, { staleTime: 0 });
  return (
    <Screen title={words.transfer} leave="back">
      <Loaded query={query} skeleton={[140, 96, 260]}>
        {(ticket) =>
          ticket.transferable ? <TransferForm ticket={ticket} /> : <NotTransferable ticket={ticket} />
        }
      </Loaded>
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

function TransferForm({ ticket }: { readonly ticket: Ticket }) {
  const messages = useMessages();
  const { ticketLife: words, account } = messages;
  const language = useLanguage();
  const text = useProblemText();
  const own = useSession()?.member.email ?? '';
  const [asking, setAsking] = useState(false);
  const { ticketId } = ticket;
  // A stable object, because the form saves the draft whenever it changes.
  const draft = useMemo(
    () => ({ key: `kippu.transfer.${ticketId}`, fields: ['email', 'emailRepeat'] as const }),
    [ticketId],
  );
  const transfer = useSecretWrite(
    transferTicket,
    async ({ email, emailRepeat, password }: Typed) => ({
      ticketId,
      email,
      emailRepeat,
      password: await encryptPassword(transferTicket.name, password),
    }),
    {
      onSuccess: async () => {
        rememberTransfer({ name: nameIn(ticket, 'productName', language), email: receiver });
        // The code must not be shown at a gate again, whether or not the gate knows of the transfer yet.
        await forgetCode(ticketId);
        navigate('transferResult', {}, { replace: true });
        forget(draft.key);
        queryClient.removeQueries({ queryKey: queryKey(ticketLoad, { ticketId }) });
        await refetch(ticketList, reserveList);
      },
    },
  );
  const form = useForm<Typed>({
    initial: { email: '', emailRepeat: '', password: '' },
    busy: transfer.isPending,
    draft,
    check: ({ email, emailRepeat, password }) => {
      const toSelf = normaliseEmail(email) === normaliseEmail(own) && own !== '';
      const differ = checkEmails(email, emailRepeat);
      return {
        email: toSelf ? messages.errors['TKT-0015'] : outcomeText(messages, checkEmails(email, email)),
        emailRepeat: !differ.ok && differ.code === 'ACC-0002' ? messages.errors['TKT-0016'] : undefined,
        password: password === '' ? account.passwordMissing : undefined,
      };
    },
    onSubmit: () => setAsking(true),
  });
  const receiver = normaliseEmail(form.values.email);
  const seats = ticket.reservations.some(({ state }) => state === RESERVATION_STATE.reserved);
  const goOn = () =>
    transfer.mutate(form.values, {
      onError: (error) => {
        setAsking(false);
        const field = fieldOf(error);
        // The call's own message mentions email and password; here only the password can be wrong.
        if (field) form.refuse(field, field === 'password' ? messages.errors['AUTH-0020'] : text(error));
      },
    });
  return (
    <form className={css['form']} {...form.props}>
      <Group title={words.goesAlong}>
        <TransferContents ticket={ticket} />
      </Group>
      <Group title={words.receiver}>
        <div className={css['fields']}>
          <EmailField
            label={words.email}
            hint={words.emailHint(appName())}
            {...textOf(form, 'email')}
            autoComplete="off"
          />
          <EmailField label={words.emailAgain} {...textOf(form, 'emailRepeat')} autoComplete="off" />
          <SecretField
            label={words.password}
            hint={words.passwordHint}
            {...textOf(form, 'password')}
            autoComplete="current-password"
          />
        </div>
      </Group>
      {!fieldOf(transfer.error) && (
        <SendFailed error={transfer.error} again={goOn} text={text} keyed failed="transferFailed" />
      )}
      {/* When a wrong field loses focus, an error line appears above. Without this the button would move away from
          the finger. */}
      <Button type="submit" onMouseDown={(event) => event.preventDefault()}>
        {words.goOn}
      </Button>
      {asking && (
        <Question
          title={words.transferAsk(wholeEmail(receiver))}
          yes={words.transferYes}
          danger
          busy={transfer.isPending}
          onYes={goOn}
          onNo={() => setAsking(false)}
        >
          {seats ? words.leavesWithSeats : words.leavesForGood}
        </Question>
      )}
    </form>
  );
}
