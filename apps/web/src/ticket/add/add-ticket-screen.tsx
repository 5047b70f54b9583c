// Adds tickets by link, number or code: shows what was found, then asks for one final confirmation.
import { kindWord } from '@kippu/client/operator-words';
import { bind, ticketList } from '@kippu/contract/routes/traveller/ticket';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { nameIn } from '@kippu/contract/names';
import { hasVouchers } from '@kippu/domain/rules';
import { ScanQrCode } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { CallError, isRefusal } from '@kippu/client/call-error';
import { refetch, useWrite } from '../../app/query/queries.ts';
import { keptDuringLogin, useKeepDuringLogin } from '../../app/session/kept-during-login.ts';
import { navigate, useParams } from '../../app/router/router.ts';
import { isRecord } from '../../app/storage/tab-memory.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { TextField } from '@kippu/ui/field';
import { Paper } from '../../ui/layout/paper.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import css from './add-ticket.module.css';
import { proofOf, type By, type Proof } from './proof.ts';
import { ScanDialog } from '../../station/scan/scan-dialog.tsx';
import { dateLine } from '../view/ticket-view.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

interface Typed {
  readonly by: By;
  readonly text: string;
}
const FORM = 'add';

/** The input typed before the session ended; empty if there was none. */
function typedBefore(): Typed {
  const stored = keptDuringLogin(FORM);
  const { by, text } = isRecord(stored) ? stored : {};
  return typeof text === 'string'
    ? { by: by === 'voucherNo' || by === 'redeemCode' ? by : 'link', text }
    : { by: 'link', text: '' };
}
/** Asks for a link, number or code, or takes the link of the address, and previews what it would add. */
export function AddTicketScreen() {
  const { link } = useParams('add');
  const [proof, setProof] = useState<Proof | null>(link ? { link } : null);
  // After a refusal the input is kept, so that it can be corrected.
  const [typed, setTyped] = useState(typedBefore);
  if (proof) return <Preview proof={proof} onOther={() => setProof(null)} />;
  return (
    <ProofForm
      typed={typed}
      onProof={(given, draft) => {
        setTyped(draft);
        setProof(given);
      }}
    />
  );
}

function ProofForm({
  typed,
  onProof,
}: {
  readonly typed: Typed;
  readonly onProof: (proof: Proof, typed: Typed) => void;
}) {
  const { ticket: words, ticketLife } = useMessages();
  const [by, setBy] = useState(typed.by);
  const [text, setText] = useState(typed.text);
  const [empty, setEmpty] = useState(false);
  const [scanning, setScanning] = useState(false);
  useKeepDuringLogin(FORM, { by, text });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed === '') return setEmpty(true);
    onProof(proofOf(by, trimmed), { by, text: trimmed });
  };
  const label = { link: words.linkLabel, voucherNo: words.voucherLabel, redeemCode: words.codeLabel }[by];
  const hint = { link: words.linkHint, voucherNo: words.voucherHint, redeemCode: words.codeHint }[by];
  return (
    <Screen title={words.addTitle} leave="back">
      <form className={css['form']} onSubmit={submit} noValidate>
        <p className={css['intro']}>{hasVouchers() ? words.addIntro : words.addIntroNoVouchers}</p>
        <Segmented
          label={words.by}
          value={by}
          options={[
            { value: 'link', label: words.byLink },
            ...(hasVouchers() ? [{ value: 'voucherNo' as const, label: words.byVoucher }] : []),
            { value: 'redeemCode', label: words.byCode },
          ]}
          onChange={(value) => {
            setBy(value);
            setEmpty(false);
          }}
        />
        <TextField
          key={by}
          label={label}
          hint={hint}
          error={empty ? words.fieldEmpty : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setEmpty(false);
          }}
          type="text"
          inputMode={by === 'link' ? 'url' : 'text'}
          autoCapitalize={by === 'link' ? 'none' : 'characters'}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          // A link pasted into this field must not be truncated.
          maxLength={2048}
          enterKeyHint="next"
        />
        <Button type="submit">{words.check}</Button>
        <Button kind="outline" icon={ScanQrCode} onClick={() => setScanning(true)}>
          {ticketLife.scan}
        </Button>
      </form>
      {scanning && (
        // The scanned text is checked like typed text.
        <ScanDialog
          title={ticketLife.scanTitle}
          onText={(scanned) => onProof(proofOf(by, scanned), { by, text: '' })}
          onClose={() => setScanning(false)}
        />
      )}
    </Screen>
  );
}

/** Shows the tickets that would be added. The button adds them and goes to the result. */
function Preview({ proof, onOther }: { readonly proof: Proof; readonly onOther: () => void }) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const preview = useWrite(bind);
  const add = useWrite(bind, {
    onSuccess: async ({ tickets }) => {
      await refetch(ticketList);
      const ticketIds = tickets.map((ticket) => ticket.ticketId).join(',');
      navigate('addResult', { ticketIds }, { replace: true });
    },
  });
  const [[by, proved] = []] = Object.entries(proof);
  useKeepDuringLogin(FORM, { by, text: proved });
  const { mutate: look } = preview;
  const lookAgain = () => look({ query: { preview: true }, body: proof });
  const bindNow = () => add.mutate({ query: {}, body: proof });
  useEffect(() => look({ query: { preview: true }, body: proof }), [look, proof]);
  const failed = add.error ?? preview.error;
  // The server refused the tickets themselves, so a retry would fail too.
  const refused = failed instanceof CallError && failed.code.startsWith('TKT-');
  const isInAccount = isRefusal(failed, 'TKT-0004');
  const isUnknown = isRefusal(failed, 'TKT-0002');
  const tickets = refused ? [] : (preview.data?.tickets ?? []);
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
      {!preview.data && !failed && <Skeleton heights={[104, 104]} />}
      {tickets.length > 0 && (
        <ul className={css['tickets']}>
          {tickets.map((ticket) => (
            <li key={ticket.ticketId}>
              <PreviewTicket ticket={ticket} line={dateLine(ticket, words, language)} />
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

function PreviewTicket({ ticket, line }: { readonly ticket: TicketSummary; readonly line: string }) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  return (
    <Paper
      stub={
        <p className={css['line']}>
          <strong>{words.category[ticket.passengerCategory]}</strong> · {line}
        </p>
      }
    >
      <p className={css['kind']}>{kindWord(ticket.kind, language)}</p>
      <h2 className={css['name']}>{nameIn(ticket, 'productName', language)}</h2>
    </Paper>
  );
}
