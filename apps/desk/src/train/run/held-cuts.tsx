// A feed wants to cancel or to shorten so many trains that it may be wrong: staff allow it, or keep the trains running.
import { useState } from 'react';
import type { DataOf } from '@kippu/contract/route-types';
import { deskAllowCuts, deskHeldCuts, deskKeepRunning } from '@kippu/contract/routes/desk/live';
import { deskOccupancy } from '@kippu/contract/routes/desk/occupancy';
import { useAct, useRead } from '../../app/call/queries.ts';
import { useMay } from '../../app/session/rights.ts';
import { useFormat } from '../../app/text/format.ts';
import { text, useSay, type Text } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { ConfirmDialog } from '../../ui/messages/dialog.tsx';
import { ErrorBox } from '../../ui/messages/error-box.tsx';
import css from './run.module.css';

type Held = DataOf<typeof deskHeldCuts>['items'][number];

const WORDS = {
  wants: (feed: number, trains: number, day: string) =>
    text(
      '配信{feed}が{day}の{trains}本を運休にしようとしています',
      'Feed {feed} wants to cancel trains on {day}: {trains}',
      { feed, trains, day },
    ),
  wantsShorter: (feed: number, trains: number, day: string) =>
    text(
      '配信{feed}が{day}の{trains}本で一部の駅を通過にしようとしています',
      'Feed {feed} wants trains on {day} to leave out stops: {trains}',
      { feed, trains, day },
    ),
  wantsBoth: (feed: number, trains: number, shortened: number, day: string) =>
    text(
      '配信{feed}が{day}の{trains}本を運休に、{shortened}本で一部の駅を通過にしようとしています',
      'Feed {feed} wants to cancel trains on {day}: {trains}, and others to leave out stops: {shortened}',
      { feed, trains, shortened, day },
    ),
  waits: (people: number, bookings: number) =>
    text(
      '誤りかもしれないため保留中です。列車がなくなる人：{people}名（予約{bookings}件）',
      'It may be wrong, so it waits for you. Travellers who would lose their train: {people} (reservations: {bookings})',
      { people, bookings },
    ),
  applied: (trains: number) =>
    text(
      '配信がその日すでに運休や通過にした列車：{trains}本。これらは変わりません。',
      'Trains that feeds have cancelled or shortened that day already: {trains}. These stay as they are.',
      { trains },
    ),
  allow: text('運休を許可', 'Allow'),
  keep: text('運転を続ける', 'Keep running'),
  allowTitle: (trains: number) => text('{trains}本を運休にしますか', 'Cancel trains: {trains}?', { trains }),
  shortenTitle: (trains: number) =>
    text('{trains}本を配信のとおりにしますか', 'Let the feed cancel or shorten trains: {trains}?', {
      trains,
    }),
  keepTitle: (trains: number) =>
    text('{trains}本の運転を続けますか', 'Keep trains running: {trains}?', { trains }),
  allowLead: text(
    'すぐに運休となり、座席は売られなくなります。',
    'They are cancelled at once, and no seats are sold.',
  ),
  shortenLead: text(
    'すぐに反映され、運休の列車の座席と、通過になる駅で乗り降りする座席は売られなくなります。',
    'It takes effect at once. No seats are sold on cancelled trains, nor from or to stops that are left out.',
  ),
  keepLead: text(
    '窓口の指示として運転します。列車ごとに取り消せます。',
    'They run by the desk’s word, which you can undo train by train.',
  ),
  later: text('まだ決めない', 'Decide later'),
  done: text('保存しました', 'Saved'),
};

const AGAIN_MS = 15_000;

function Ask({
  held,
  isAllowed,
  onClose,
}: {
  readonly held: Held;
  readonly isAllowed: boolean;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const options = {
    changes: [deskHeldCuts, deskOccupancy],
    onDone: () => {
      toast(say(WORDS.done));
      onClose();
    },
  };
  const allow = useAct(deskAllowCuts, options);
  const keep = useAct(deskKeepRunning, options);
  const act = isAllowed ? allow : keep;
  const { feed, serviceDate, trains, shortened } = held;
  const [allowTitle, allowLead] =
    shortened > 0 ? [WORDS.shortenTitle, WORDS.shortenLead] : [WORDS.allowTitle, WORDS.allowLead];
  return (
    <ConfirmDialog
      title={say((isAllowed ? allowTitle : WORDS.keepTitle)(trains))}
      confirm={say(isAllowed ? WORDS.allow : WORDS.keep)}
      dismiss={say(WORDS.later)}
      kind={isAllowed ? 'destroy' : 'primary'}
      busy={act.busy}
      error={act.error}
      onConfirm={() => act.run({ body: { feed, serviceDate, trains } })}
      onClose={onClose}
    >
      <p>{say(isAllowed ? allowLead : WORDS.keepLead)}</p>
    </ConfirmDialog>
  );
}

/** What the feed wants. */
function wanted({ feed, serviceDate, trains, shortened }: Held, day: (date: string) => string): Text {
  const cancelled = trains - shortened;
  if (shortened === 0) return WORDS.wants(feed, trains, day(serviceDate));
  if (cancelled === 0) return WORDS.wantsShorter(feed, shortened, day(serviceDate));
  return WORDS.wantsBoth(feed, cancelled, shortened, day(serviceDate));
}

/** A box for each feed and day that waits. Nothing while none does. */
export function HeldCuts() {
  const say = useSay();
  const { day } = useFormat();
  const mayDecide = useMay()(deskAllowCuts);
  const read = useRead(deskHeldCuts, {}, { againAfter: () => AGAIN_MS });
  const [asked, setAsked] = useState<{ readonly held: Held; readonly isAllowed: boolean }>();
  return (
    <>
      {read.data?.items.map((held) => (
        <NoticeBox
          key={`${held.feed} ${held.serviceDate}`}
          tone="warn"
          title={say(wanted(held, day))}
          action={
            mayDecide && (
              <div className={css['quick']}>
                <Button kind="outline" onClick={() => setAsked({ held, isAllowed: false })}>
                  {say(WORDS.keep)}
                </Button>
                <Button kind="danger" onClick={() => setAsked({ held, isAllowed: true })}>
                  {say(WORDS.allow)}
                </Button>
              </div>
            )
          }
        >
          <p>{say(WORDS.waits(held.losesTrain.travellers, held.losesTrain.reservations))}</p>
          {held.applied > 0 && <p>{say(WORDS.applied(held.applied))}</p>}
        </NoticeBox>
      ))}
      <ErrorBox error={read.error} again={() => void read.refetch()} />
      {asked && <Ask {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
