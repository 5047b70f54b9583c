// A ticket's events: when, what, where, by whom, and the reason if staff gave one.
import type { DeskTicket } from '@kippu/contract/calls/desk/ticket';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { text, useLanguage, useSay, type Text } from '../app/text/texts.ts';
import { byHandReason } from '../app/text/gate-words.ts';
import { DataTable, type Column } from '../ui/layout/data-table.tsx';
import css from './ticket.module.css';
import { eventWord } from '../app/text/ticket-words.ts';

const WORDS = {
  history: text('履歴', 'History'),
  lead: text('新しい順に20件まで', 'The last 20, the newest first'),
  at: text('日時', 'When'),
  what: text('内容', 'What'),
  where: text('駅', 'Station'),
  by: text('行った人', 'By'),
  reason: text('理由・メモ', 'Reason, note'),
  none: text('履歴がありません。', 'Nothing happened yet.'),
  traveller: text('旅客', 'Traveller'),
  system: text('システム', 'System'),
  sales: text('販売システム', 'Sales system'),
  gate: text('改札機', 'Gate'),
  gateStaff: text('改札の係員', 'Staff at the gate'),
  desk: text('窓口', 'Desk'),
};
type Event = DeskTicket['events'][number];

/** Returns the actor: staff by name, a gate by its kind because the station is shown beside it. */
function actorOf({ by, byName }: Event): Text | string {
  if (byName !== undefined) return byName;
  if (by === 'traveller') return WORDS.traveller;
  if (by === 'system') return WORDS.system;
  if (by === 'desk:api-key') return WORDS.sales;
  if (by.startsWith('gate:')) return WORDS.gate;
  if (by.startsWith('staff:')) return WORDS.gateStaff;
  return by.startsWith('desk:') ? WORDS.desk : by;
}

function What({ of: { kind, code } }: { readonly of: Event }) {
  const say = useSay();
  return (
    <>
      <b>{say(eventWord(kind))}</b>
      {code !== undefined && <span className={css['quiet']}> {code}</span>}
    </>
  );
}
const whatCell = (event: Event) => <What of={event} />;

export function TicketHistory({ of: { events } }: { readonly of: DeskTicket }) {
  const say = useSay();
  const language = useLanguage();
  const { shortMoment } = useFormat();
  const rows = events.map((event, at) => ({ ...event, key: String(events.length - at) }));
  const columns: Column<(typeof rows)[number]>[] = [
    { title: say(WORDS.at), cell: ({ at }) => shortMoment(at), whole: true },
    { title: say(WORDS.what), cell: whatCell },
    {
      title: say(WORDS.where),
      cell: ({ station, stationId }) =>
        (station && nameIn(station, 'stationName', language)) || stationId || '–',
    },
    {
      title: say(WORDS.by),
      cell: (event) => {
        const actor = actorOf(event);
        return typeof actor === 'string' ? actor : say(actor);
      },
    },
    {
      title: say(WORDS.reason),
      cell: ({ reason }) => (reason === undefined ? '–' : say(byHandReason(reason))),
    },
  ];
  return (
    <section className={css['group']}>
      <h2 className={css['heading']}>
        {say(WORDS.history)} <span className={css['quiet']}>{say(WORDS.lead)}</span>
      </h2>
      <DataTable
        label={say(WORDS.history)}
        columns={columns}
        source={{ rows }}
        keyOf={({ key }) => key}
        empty={say(WORDS.none)}
      />
    </section>
  );
}
