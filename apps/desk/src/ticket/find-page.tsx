// One field for all that a traveller can name: a number, a code, an order, or the email of an account.
import { Search, TicketX, UserX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FIND_MOST, deskFind, deskFindAccount } from '@kippu/contract/desk-find';
import { refresh, useLook, usePages } from '../app/queries.ts';
import { hrefOf, navigate } from '../app/router.ts';
import { getSession } from '../app/session.ts';
import { text, useSay } from '../app/texts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Empty, Loaded } from '../ui/load-state.tsx';
import { Card, Page } from '../ui/page.tsx';
import { AccountView } from './account-view.tsx';
import css from './ticket.module.css';
import { TicketLines } from './ticket-lines.tsx';

const WORDS = {
  title: text('きっぷをさがす', 'Find a ticket'),
  field: text('番号・コード・注文番号・メールアドレス', 'Number, code, order or email'),
  hint: text(
    '券番号、発行番号、バウチャー番号、引換コード（ハイフンや全角のままでかまいません）、注文番号、アカウントのメールアドレス。',
    'Ticket number, issued number, voucher number or redeem code, with or without hyphens; an order number; or the email of an account.',
  ),
  find: text('さがす', 'Find'),
  missing: text('番号かメールアドレスを入力してください。', 'Please type a number or an email.'),
  long: text(`${FIND_MOST}文字以内で入力してください。`, `Please type ${FIND_MOST} characters at most.`),
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
 * What was looked for last, in memory only: who comes back from a ticket finds it again, another person does not, and an
 * email or a code stands in no address.
 */
let last: { readonly typed: string; readonly staffId: string | undefined } | undefined;
const me = () => getSession().staff?.staffId;

interface Wish {
  readonly kind: 'tickets' | 'account';
  readonly value: string;
  /** Asked for by a press, not by coming back: a ticket that stands alone is then opened at once. */
  readonly pressed: boolean;
}
const wishOf = (typed: string, pressed: boolean): Wish => {
  const value = typed.trim();
  return { kind: value.normalize('NFKC').includes('@') ? 'account' : 'tickets', value, pressed };
};

function firstWish(order: string): Wish | null {
  if (order !== '') return { kind: 'tickets', value: order, pressed: false };
  return last && last.staffId === me() ? wishOf(last.typed, false) : null;
}

/** `order` is the order that the address names. */
export function FindPage({ order }: { readonly order: string }) {
  const say = useSay();
  const [wish, setWish] = useState(() => firstWish(order));
  const [typed, setTyped] = useState(wish?.value ?? '');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the heading, and never in place of a row that somebody came back to.
    if (firstWish(order) === null) field.current?.focus();
  }, [order]);
  const find = () => {
    const next = wishOf(typed, true);
    const wrong = next.value === '' ? WORDS.missing : next.value.length > FIND_MOST ? WORDS.long : null;
    setError(wrong ? say(wrong) : undefined);
    if (wrong) return;
    last = { typed: next.value, staffId: me() };
    // The order in the address is not what is looked for now.
    if (order !== '' && order !== next.value) navigate(hrefOf('tickets'), { replace: true });
    // Pressed again it is looked at again.
    if (next.value === wish?.value) void refresh(deskFind, deskFindAccount);
    setWish(next);
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
      {wish?.kind === 'account' && <FoundAccount key={wish.value} email={wish.value} />}
      {wish?.kind === 'tickets' && <FoundTickets key={wish.value} q={wish.value} open={wish.pressed} />}
    </Page>
  );
}

/** A ticket that stands alone is opened; those of an order stay in the address, so that a reload finds them. */
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
