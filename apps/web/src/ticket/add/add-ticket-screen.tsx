// Adds tickets by link, number or code, all in one field: shows what was found, then asks for one final confirmation.
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { bind, ticketList } from '@kippu/contract/routes/traveller/ticket';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { hasVouchers } from '@kippu/domain/rules';
import { ClipboardPaste, ScanQrCode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CallError, isRefusal } from '@kippu/client/call-error';
import { useErrorText } from '../../app/errors/error-text.ts';
import { refetch, useWrite } from '../../app/query/queries.ts';
import { keptDuringLogin, useKeepDuringLogin } from '../../app/session/kept-during-login.ts';
import { useSession } from '../../app/session/session.ts';
import { navigate, useParams, usePlace } from '../../app/router/router.ts';
import { isRecord } from '../../app/storage/tab-memory.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { TextField } from '@kippu/ui/field';
import { Screen } from '../../ui/layout/screen.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import css from './add-ticket.module.css';
import { PreviewTicket } from './preview-ticket.tsx';
import { WaitingTickets } from './waiting-tickets.tsx';
import { proofOf, type Proof } from './proof.ts';
import { ScanDialog } from '../../station/scan/scan-dialog.tsx';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

const FORM = 'add';
/** A link pasted into the field must not be truncated. */
const MAX_TYPED = 2048;
type Found = readonly TicketSummary[];

/** The input typed before the session ended; empty if there was none. */
function typedBefore(): string {
  const stored = keptDuringLogin(FORM);
  return isRecord(stored) && typeof stored['text'] === 'string' ? stored['text'] : '';
}

/** Shows a visitor what waits behind the link of the address; without a link, login comes first. */
export function AddTicketScreen() {
  const session = useSession();
  const { address } = usePlace();
  const { link } = useParams('add');
  const locked = !session && !link;
  useEffect(() => {
    if (locked) navigate('login', { next: address }, { replace: true });
  }, [locked, address]);
  if (session) return <AddTickets />;
  return link ? <WaitingTickets link={link} /> : null;
}

/** Asks for a link, number or code, or takes the link of the address, and previews what it would add. */
function AddTickets() {
  const { link } = useParams('add');
  const [seen, setSeen] = useState<{ readonly proof: Proof; readonly found?: Found } | null>(
    link ? { proof: { link } } : null,
  );
  // Another link of the same form replaces the tickets found, and is corrected in the same field.
  const [typed, setTyped] = useState(typedBefore);
  if (seen) return <Preview {...seen} typed={typed} onOther={() => setSeen(null)} />;
  return (
    <ProofForm
      typed={typed}
      onFound={(proof, text, found) => {
        setTyped(text);
        setSeen({ proof, found });
      }}
    />
  );
}

/** Whether this browser lets a page read the clipboard, after asking the traveller. */
const canPaste = (): boolean => typeof navigator.clipboard?.readText === 'function';

function ProofForm({
  typed,
  onFound,
}: {
  readonly typed: string;
  readonly onFound: (proof: Proof, text: string, found: Found) => void;
}) {
  const { client, ticket: words, ticketLife } = useMessages();
  const errorText = useErrorText();
  const [text, setText] = useState(typed);
  const [empty, setEmpty] = useState(false);
  const [scanning, setScanning] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const preview = useWrite(bind);
  useKeepDuringLogin(FORM, { text });
  const look = (given: string) => {
    if (given.trim() === '') {
      setEmpty(true);
      field.current?.focus();
      return;
    }
    const proof = proofOf(given);
    preview.mutate(
      { query: { preview: true }, body: proof },
      {
        onSuccess: ({ tickets }) => onFound(proof, given.trim(), tickets),
        onError: (error) => {
          if (isRefusal(error, 'TKT-0002')) field.current?.focus();
        },
      },
    );
  };
  const change = (given: string) => {
    setText(given);
    setEmpty(false);
    preview.reset();
  };
  /** A scanned or pasted text is checked at once. */
  const take = (given: string) => {
    change(given);
    look(given);
  };
  const paste = () => {
    navigator.clipboard.readText().then(take, () => field.current?.focus());
  };
  const isUnknown = isRefusal(preview.error, 'TKT-0002');
  const vouchers = hasVouchers();
  return (
    <Screen title={words.addTitle} leave="back">
      <form
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          look(text);
        }}
        noValidate
      >
        <Button
          kind={text === '' ? 'primary' : 'outline'}
          icon={ScanQrCode}
          onClick={() => setScanning(true)}
        >
          {ticketLife.scan}
        </Button>
        <p className={css['or']}>{words.orType}</p>
        <TextField
          ref={field}
          label={vouchers ? words.proofLabel : words.proofLabelNoVouchers}
          hint={vouchers ? words.proofHint : words.proofHintNoVouchers}
          error={empty ? client.ticketLinkEmpty : isUnknown ? errorText(preview.error) : undefined}
          value={text}
          onChange={(event) => change(event.target.value)}
          type="text"
          inputMode="text"
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_TYPED}
          enterKeyHint="go"
        />
        {canPaste() && (
          <Button kind="text" icon={ClipboardPaste} onClick={paste}>
            {words.paste}
          </Button>
        )}
        {!isUnknown && <SendFailed error={preview.error} again={() => look(text)} />}
        <Button type="submit" kind={text === '' ? 'outline' : 'primary'} busy={preview.isPending}>
          {words.check}
        </Button>
      </form>
      {scanning && (
        <ScanDialog
          title={ticketLife.scanTitle}
          onText={(scanned) => {
            setScanning(false);
            take(scanned);
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </Screen>
  );
}

/** Shows the tickets that would be added: those found, or those of the address's link. The button adds them and goes to the result. */
function Preview({
  proof,
  found,
  typed,
  onOther,
}: {
  readonly proof: Proof;
  readonly found?: Found;
  readonly typed: string;
  readonly onOther: () => void;
}) {
  const { ticket: words } = useMessages();
  const preview = useWrite(bind);
  const add = useWrite(bind, {
    onSuccess: async ({ tickets }) => {
      // A ticket that somebody passed on brings its seats along.
      await refetch(ticketList, reserveList);
      const ticketIds = tickets.map((ticket) => ticket.ticketId).join(',');
      navigate('addResult', { ticketIds }, { replace: true });
    },
  });
  useKeepDuringLogin(FORM, { text: found ? typed : Object.values(proof)[0] });
  const { mutate: look } = preview;
  const lookAgain = () => look({ query: { preview: true }, body: proof });
  const bindNow = () => add.mutate({ query: {}, body: proof });
  useEffect(() => {
    if (!found) look({ query: { preview: true }, body: proof });
  }, [look, proof, found]);
  const failed = add.error ?? preview.error;
  // The server refused the tickets themselves, so a retry would fail too.
  const refused = failed instanceof CallError && failed.code.startsWith('TKT-');
  const isInAccount = isRefusal(failed, 'TKT-0004') || isRefusal(failed, 'TKT-0022');
  const isUnknown = isRefusal(failed, 'TKT-0002');
  const tickets = refused ? [] : (found ?? preview.data?.tickets ?? []);
  return (
    <Screen
      title={tickets.length > 0 ? words.previewTitle(tickets.length) : words.addTitle}
      leave="back"
      dock={
        <>
          {tickets.length > 0 && <p className={css['once']}>{words.previewOnce}</p>}
          {tickets.length > 0 && (
            <Button busy={add.isPending} onClick={bindNow}>
              {words.bind(tickets.length)}
            </Button>
          )}
          <Button kind={refused && !isInAccount ? 'primary' : 'text'} onClick={onOther}>
            {isUnknown ? words.enterAgain : words.other}
          </Button>
        </>
      }
    >
      {add.error ? (
        <SendFailed error={add.error} again={bindNow} keyed failed="addFailed" />
      ) : (
        <SendFailed error={preview.error} again={lookAgain} />
      )}
      {!found && !preview.data && !failed && <Skeleton heights={[104, 104]} />}
      {tickets.length > 0 && (
        <ul className={css['tickets']}>
          {tickets.map((ticket) => (
            <li key={ticket.ticketId}>
              <PreviewTicket ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}
