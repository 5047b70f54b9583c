// Adding tickets: one link, number or code; a look at what it holds; one irreversible yes.
import { bind, ticketList, type TicketSummary } from '@kippu/contract/ticket';
import { nameIn } from '@kippu/contract/fields';
import { ScanQrCode } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { ApiError, isRefusal } from '../app/api-error.ts';
import { useErrorText } from '../app/error-text.ts';
import { refetch, useWrite } from '../app/queries.ts';
import { keptOverLogin, useKeepOverLogin } from '../app/over-login.ts';
import { navigate, useParams } from '../app/router.ts';
import { isRecord } from '../app/tab-memory.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Paper } from '../ui/paper.tsx';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import css from './add-ticket.module.css';
import { ScanSheet } from './scan-sheet.tsx';
import { dateLine } from './ticket-view.ts';

type By = 'link' | 'voucherNo' | 'redeemCode';
type Proof = { link: string } | { voucherNo: string } | { redeemCode: string };

interface Typed {
  readonly by: By;
  readonly text: string;
}
const FORM = 'add';

/** As many characters of a number or code as the server looks at, none of them half an emoji. */
const readable = (text: string): string => text.slice(0, 64).replace(/\p{Cs}/gu, '');
const proofOf = (by: By, text: string): Proof =>
  by === 'link'
    ? { link: text }
    : by === 'voucherNo'
      ? { voucherNo: readable(text) }
      : { redeemCode: readable(text) };
/** What was typed before the session ended; nothing otherwise. */
function typedBefore(): Typed {
  const kept = keptOverLogin(FORM);
  const { by, text } = isRecord(kept) ? kept : {};
  return typeof text === 'string'
    ? { by: by === 'voucherNo' || by === 'redeemCode' ? by : 'link', text }
    : { by: 'link', text: '' };
}
/** Whoever pastes a link under another heading still means the link. */
const looksLikeLink = (text: string): boolean => /^https?:\/\//i.test(text);

export function AddTicketScreen() {
  const { link } = useParams('add');
  const [proof, setProof] = useState<Proof | null>(link ? { link } : null);
  // Whoever comes back from a refusal corrects a letter instead of typing all of it again.
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
  useKeepOverLogin(FORM, { by, text });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const clean = text.trim();
    if (clean === '') return setEmpty(true);
    onProof(proofOf(looksLikeLink(clean) ? 'link' : by, clean), { by, text: clean });
  };
  const label = { link: words.linkLabel, voucherNo: words.voucherLabel, redeemCode: words.codeLabel }[by];
  const hint = { link: words.linkHint, voucherNo: words.voucherHint, redeemCode: words.codeHint }[by];
  return (
    <Screen title={words.addTitle} leave="back">
      <form className={css['form']} onSubmit={submit} noValidate>
        <p className={css['intro']}>{words.addIntro}</p>
        <Segmented
          label={words.by}
          value={by}
          options={[
            { value: 'link', label: words.byLink },
            { value: 'voucherNo', label: words.byVoucher },
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
          // A link pasted under another heading must not be cut off.
          maxLength={2048}
          enterKeyHint="next"
        />
        <Button type="submit">{words.check}</Button>
        <Button kind="outline" icon={ScanQrCode} onClick={() => setScanning(true)}>
          {ticketLife.scan}
        </Button>
      </form>
      {scanning && (
        <ScanSheet
          onText={(scanned) =>
            onProof(proofOf(looksLikeLink(scanned) ? 'link' : by, scanned.trim()), { by, text: '' })
          }
          onClose={() => setScanning(false)}
        />
      )}
    </Screen>
  );
}

function Preview({ proof, onOther }: { readonly proof: Proof; readonly onOther: () => void }) {
  const { ticket: words, common } = useMessages();
  const language = useLanguage();
  const text = useErrorText();
  const preview = useWrite(bind);
  const add = useWrite(bind, {
    onSuccess: async ({ tickets }) => {
      await refetch(ticketList);
      const ticketIds = tickets.map((ticket) => ticket.ticketId).join(',');
      navigate('addResult', { ticketIds }, { replace: true });
    },
  });
  const [[by, proved] = []] = Object.entries(proof);
  useKeepOverLogin(FORM, { by, text: proved });
  const { mutate: look } = preview;
  useEffect(() => look({ query: { preview: true }, body: proof }), [look, proof]);
  const failed = add.error ?? preview.error;
  // The server's no about the tickets themselves: asking again would get the same one.
  const refused = failed instanceof ApiError && failed.code.startsWith('TKT-');
  const mine = isRefusal(failed, 'TKT-0004');
  const unknown = isRefusal(failed, 'TKT-0002');
  const tickets = refused ? [] : (preview.data?.tickets ?? []);
  return (
    <Screen
      title={tickets.length > 0 ? words.previewTitle(tickets.length) : words.addTitle}
      leave="back"
      dock={
        <>
          {tickets.length > 0 && <p className={css['once']}>{words.previewOnce}</p>}
          {tickets.length > 0 && (
            <Button busy={add.isPending} onClick={() => add.mutate({ query: {}, body: proof })}>
              {words.bind(tickets.length)}
            </Button>
          )}
          {!preview.data && failed && !refused && (
            <Button onClick={() => look({ query: { preview: true }, body: proof })}>{common.retry}</Button>
          )}
          {mine && (
            <ButtonLink to="tickets" params={{}} replace>
              {words.toTickets}
            </ButtonLink>
          )}
          <Button kind={refused && !mine ? 'primary' : 'text'} onClick={onOther}>
            {unknown ? words.enterAgain : words.other}
          </Button>
        </>
      }
    >
      {failed && <NoticeBox tone="danger">{text(failed)}</NoticeBox>}
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
      <p className={css['kind']}>{words.kind[ticket.kind]}</p>
      <h2 className={css['name']}>{nameIn(ticket, 'productName', language)}</h2>
    </Paper>
  );
}
