// One search field for a number, a code, an order, or an account's email.
import { Search, TicketX, UserX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_FIND } from '@kippu/contract/limits';
import { deskFind, deskFindAccount } from '@kippu/contract/routes/desk/find';
import { refresh, useLook, usePages } from '../app/call/queries.ts';
import { hrefOf, navigate } from '../app/router/router.ts';
import { getSession } from '../app/session/session.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { TextField } from '../ui/controls/field.tsx';
import { Empty, Loaded } from '../ui/layout/load-state.tsx';
import { Card, Page } from '../ui/layout/page.tsx';
import { AccountView } from './account-view.tsx';
import css from './ticket.module.css';
import { TicketLines } from './ticket-lines.tsx';

const WORDS = {
  title: text('きっぷをさがす', 'Find a ticket'),
  field: text('番号・コード・注文番号・メールアドレス', 'Number, code, order or email'),
  hint: text(
    'きっぷ番号、発券番号、バウチャー番号、登録コード（ハイフンや全角のままでかまいません）、注文番号、アカウントのメールアドレス。',
    'Ticket number, issued number, voucher number or redeem code, with or without hyphens; an order number; or the email of an account.',
  ),
  find: text('さがす', 'Find'),
  missing: text('番号かメールアドレスを入力してください。', 'Please type a number or an email.'),
  long: text('{max}文字以内で入力してください。', 'Please type {max} characters at most.', { max: MAX_FIND }),
  results: text('見つかったきっぷ', 'Tickets found'),
  none: text('きっぷが見つかりません', 'No ticket was found'),
  noneText: text(
    '番号やコードを1文字ずつ確かめてください。0とO、1とIは区別しません。',
    'Check the number letter by letter. 0 and O, and 1 and I, count as the same.',
  ),
  nobody: text('このメールアドレスのアカウントはありません', 'Nobody has an account with this email'),
  nobodyText: text(
    'つづりを確かめてください。別のメールアドレスで登録していることもあります。',
    'Check the spelling. The traveller may have signed up with another email.',
  ),
};

/**
 * The last search, in memory only. It is restored on return from a ticket, but not for another person. Emails and codes
 * appear in no address.
 */
let last: { readonly typed: string; readonly staffId: string | undefined } | undefined;
const me = () => getSession().staff?.staffId;

interface Input {
  readonly kind: 'tickets' | 'account';
  readonly value: string;
  /** Whether staff pressed the button, rather than came back. A single result is then opened at once. */
  readonly pressed: boolean;
}
const inputOf = (typed: string, pressed: boolean): Input => {
  const value = typed.trim();
  return { kind: value.normalize('NFKC').includes('@') ? 'account' : 'tickets', value, pressed };
};

function firstInput(order: string): Input | null {
  if (order !== '') return { kind: 'tickets', value: order, pressed: false };
  return last && last.staffId === me() ? inputOf(last.typed, false) : null;
}

/** `order` is the order in the address. */
export function FindPage({ order }: { readonly order: string }) {
  const say = useSay();
  const [input, setInput] = useState(() => firstInput(order));
  const [typed, setTyped] = useState(input?.value ?? '');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the heading takes the focus. A row restored on return keeps the focus.
    if (firstInput(order) === null) field.current?.focus();
  }, [order]);
  const find = () => {
    const next = inputOf(typed, true);
    const wrong = next.value === '' ? WORDS.missing : next.value.length > MAX_FIND ? WORDS.long : null;
    setError(wrong ? say(wrong) : undefined);
    if (wrong) return;
    last = { typed: next.value, staffId: me() };
    // Remove the earlier order from the address.
    if (order !== '' && order !== next.value) navigate(hrefOf('tickets'), { replace: true });
    // The same search again reads again.
    if (next.value === input?.value) void refresh(deskFind, deskFindAccount);
    setInput(next);
  };
  return (
    <Page title={say(WORDS.title)}>
      <Card>
        <form
          className={css['find']}
          role="search"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            find();
          }}
        >
          <TextField
            label={say(WORDS.field)}
            hint={say(WORDS.hint)}
            value={typed}
            onValue={setTyped}
            error={error}
            ref={field}
            enterKeyHint="search"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            after={
              <Button type="submit" icon={Search}>
                {say(WORDS.find)}
              </Button>
            }
          />
        </form>
      </Card>
      {input?.kind === 'account' && <FoundAccount key={input.value} email={input.value} />}
      {input?.kind === 'tickets' && <FoundTickets key={input.value} q={input.value} open={input.pressed} />}
    </Page>
  );
}

/** Opens a single ticket at once. An order stays in the address, so that a reload finds its tickets. */
function FoundTickets({ q, open }: { readonly q: string; readonly open: boolean }) {
  const say = useSay();
  const source = usePages(deskFind, { q });
  const { rows, hasMore } = source;
  const [first, second] = rows ?? [];
  const alone = first !== undefined && second === undefined && !hasMore ? first.ticketNo : undefined;
  const order = first !== undefined && first.orderId === second?.orderId ? first.orderId : undefined;
  useEffect(() => {
    if (open && alone !== undefined) navigate(hrefOf('tickets', [alone]));
  }, [open, alone]);
  useEffect(() => {
    if (order !== undefined) navigate(hrefOf('tickets', [], { order }), { replace: true });
  }, [order]);
  return (
    <TicketLines
      label={say(WORDS.results)}
      source={source}
      empty={
        <Empty icon={TicketX} title={say(WORDS.none)}>
          {say(WORDS.noneText)}
        </Empty>
      }
    />
  );
}

function FoundAccount({ email }: { readonly email: string }) {
  const say = useSay();
  const read = useLook(deskFindAccount, { email });
  return (
    <Loaded read={read} lines={6}>
      {(found) =>
        found === null ? (
          <Card>
            <Empty icon={UserX} title={say(WORDS.nobody)}>
              {say(WORDS.nobodyText)}
            </Empty>
          </Card>
        ) : (
          <AccountView found={found} />
        )
      }
    </Loaded>
  );
}
