// The desk's home: what waits for the person signed in, and how full today's trains are.
import { pageSettings } from '@kippu/client/page-settings';
import { deskHome } from '@kippu/contract/routes/desk/home';
import type { DataOf } from '@kippu/contract/route-types';
import { clockOfWall, epochToWall } from '@kippu/domain/time/service-day';
import { Icon } from '@kippu/ui/icon';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { useRead } from '../app/call/queries.ts';
import { useFormat } from '../app/text/format.ts';
import { text, useSay } from '../app/text/texts.ts';
import { PLACE_TITLES } from '../app/router/place-titles.ts';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import { Empty, Loaded } from '../ui/layout/load-state.tsx';
import { Card, Page } from '../ui/layout/page.tsx';
import css from './home.module.css';
import { TodaysTrains } from './todays-trains.tsx';
import { countedText, waitingThings, type Thing } from './waiting-things.ts';

/** How often the counts are read again. */
const AGAIN_MS = 30_000;

const WORDS = {
  waits: text('対応を待っているもの', 'What waits'),
  asOf: (time: string) => text('{time}現在', 'As of {time}', { time }),
  since: (moment: string) => text('最も古いもの：{moment}', 'Oldest: {moment}', { moment }),
  nothing: text('対応を待っているものはありません', 'Nothing waits'),
  nothingText: text('新しく増えると、ここに表示されます。', 'New things will appear here by themselves.'),
  clear: (things: string) => text('なし：{things}', 'None: {things}', { things }),
};

function Row({ thing: { title, detail, count, since, href, isUrgent } }: { readonly thing: Thing }) {
  const say = useSay();
  const { shortMoment, count: numberOf } = useFormat();
  return (
    <li>
      <a href={href} className={css['row']} data-urgent={isUrgent || undefined}>
        <span className={css['count']}>{countedText(count, numberOf)}</span>
        <span className={css['what']}>
          <b>{say(title)}</b>
          {detail && <span className={css['quiet']}>{say(detail)}</span>}
          {since !== undefined && (
            <span className={css['quiet']}>{say(WORDS.since(shortMoment(since)))}</span>
          )}
        </span>
        <Icon of={ChevronRight} size={20} />
      </a>
    </li>
  );
}

function Waiting({ of: home }: { readonly of: DataOf<typeof deskHome> }) {
  const say = useSay();
  const things = waitingThings(home, pageSettings());
  const [waiting, clear] = [
    things.filter(({ count }) => count > 0),
    things.filter(({ count }) => count === 0),
  ];
  return (
    <Card title={say(WORDS.waits)}>
      {waiting.length === 0 ? (
        <Empty icon={CircleCheck} title={say(WORDS.nothing)}>
          {say(WORDS.nothingText)}
        </Empty>
      ) : (
        <ul className={css['rows']}>
          {waiting.map((thing) => (
            <Row key={thing.part} thing={thing} />
          ))}
        </ul>
      )}
      {clear.length > 0 && (
        <p className={css['quiet']}>{say(WORDS.clear(clear.map(({ title }) => say(title)).join(' · ')))}</p>
      )}
    </Card>
  );
}

export function HomeScreen() {
  const say = useSay();
  const read = useRead(deskHome, {}, { againAfter: () => AGAIN_MS });
  return (
    <Page
      title={say(PLACE_TITLES.home)}
      lead={read.data && say(WORDS.asOf(clockOfWall(epochToWall(read.dataUpdatedAt))))}
    >
      {/* What was read before stays, and the page says that it is old. */}
      {read.data && <ErrorBox error={read.error} again={() => void read.refetch()} />}
      <Loaded read={read} lines={6}>
        {(home) => (
          <>
            <Waiting of={home} />
            {home.load && pageSettings().hasSeats && <TodaysTrains load={home.load} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}
