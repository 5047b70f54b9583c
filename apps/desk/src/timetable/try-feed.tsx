// Sends a feed from the disk to be read, shows how far it is and what was found, then offers the import.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FEED_BYTES } from '@kippu/contract/limits';
import {
  deskFeed,
  deskImportFeed,
  deskUploadedFeed,
  deskUploadFeed,
} from '@kippu/contract/routes/desk/timetable';
import type { DataOf } from '@kippu/contract/route-types';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { send } from '../app/call/call.ts';
import { useAct, useRead } from '../app/call/queries.ts';
import { useFormat } from '../app/text/format.ts';
import { text, useSay } from '../app/text/texts.ts';
import { FileDrop } from '../ui/controls/file-drop.tsx';
import { Loaded } from '../ui/layout/load-state.tsx';
import { Card } from '../ui/layout/page.tsx';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import { EFFECT_WORDS, FeedEffects, type UsableFeed } from './feed-effects.tsx';
import { FeedReport } from './feed-report.tsx';
import css from './timetable.module.css';

const WORDS = {
  title: text('新しい時刻表を取り込む', 'Import a newer one'),
  drop: text('GTFSのZIPファイル', 'ZIP file of a GTFS feed'),
  hint: text(
    '50 MBまで。まず確かめるだけで、何も変わりません。',
    'At most 50 MB. It is only tried at first: nothing changes yet.',
  ),
  tooLarge: text('大きすぎます。50 MBまでです。', 'It is too large: the limit is 50 MB.'),
  sending: text('送っています', 'Sending'),
  waiting: text('読み始めるのを待っています', 'Waiting to be read'),
  reading: (file: string) => text('{file}を読んでいます', 'Reading {file}', { file }),
  comparing: text('使用中の時刻表と比べています', 'Comparing it with the timetable in effect'),
  stopped: text(
    '読んでいたサーバーが止まりました。もう一度選んでください。',
    'The server that read it was stopped. Choose it again.',
  ),
  begin: text('取り込む…', 'Import…'),
  ask: text('この時刻表を取り込みますか', 'Import this timetable?'),
  when: text(
    '10秒以内に、すべてのサーバーで使われます。再起動はいりません。',
    'It takes effect on all servers within ten seconds, without a restart.',
  ),
  notified: (count: string) =>
    text(
      '予約{count}件の旅行者にお知らせとメールが届きます。',
      'The travellers of {count} reservations are notified by notice and mail.',
      { count },
    ),
  confirm: text('取り込む', 'Import'),
  done: text('時刻表を取り込みました', 'The timetable is imported'),
};

/** How often the page looks while a feed is read. */
const LOOK_AGAIN_MS = 500;

type Uploaded = DataOf<typeof deskUploadedFeed>;

function Import({
  uploadId,
  feed,
  onDone,
}: {
  readonly uploadId: string;
  readonly feed: UsableFeed;
  readonly onDone: () => void;
}) {
  const say = useSay();
  const { count, day } = useFormat();
  const [asked, setAsked] = useState(false);
  const act = useAct(deskImportFeed, {
    changes: [deskFeed],
    onDone: () => {
      toast(say(WORDS.done));
      onDone();
    },
  });
  const { allFrom, gaps, trains } = feed.effects.stopped;
  const affected = Object.values(feed.effects.reservations).reduce((sum, each) => sum + each, 0);
  const isHarmless = affected === 0 && allFrom === undefined && gaps.length === 0 && trains.length === 0;
  return (
    <>
      <Button
        onClick={() => {
          act.clear();
          setAsked(true);
        }}
      >
        {say(WORDS.begin)}
      </Button>
      {asked && (
        <ConfirmDialog
          title={say(WORDS.ask)}
          confirm={say(WORDS.confirm)}
          kind={isHarmless ? 'primary' : 'destroy'}
          busy={act.busy}
          error={act.error}
          onConfirm={() =>
            act.run({ body: { uploadId, ...(feed.over === undefined ? {} : { over: feed.over }) } })
          }
          onClose={() => setAsked(false)}
        >
          {allFrom !== undefined && <p>{say(EFFECT_WORDS.allFrom(day(allFrom)))}</p>}
          <p>{say(affected > 0 ? WORDS.notified(count(affected)) : EFFECT_WORDS.untouched)}</p>
          <p>{say(WORDS.when)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** How far something is. Without a share it is only under way. */
function ProgressLine({ label, share }: { readonly label: string; readonly share?: number }) {
  return (
    <label className={css['progress']}>
      <span role="status">{label}</span>
      <progress {...(share === undefined ? {} : { value: share, max: 1 })} />
    </label>
  );
}

const isUsable = (feed: Extract<Uploaded, { readonly state: 'read' }>): feed is UsableFeed =>
  feed.summary !== undefined && feed.effects !== undefined;

function Found({
  uploadId,
  feed,
  onDone,
}: {
  readonly uploadId: string;
  readonly feed: Uploaded;
  readonly onDone: () => void;
}) {
  const say = useSay();
  if (feed.state === 'stopped') return <NoticeBox tone="danger">{say(WORDS.stopped)}</NoticeBox>;
  if (feed.state === 'reading') {
    const { file, share } = feed;
    if (share >= 1) return <ProgressLine label={say(WORDS.comparing)} />;
    return file === '' ? (
      <ProgressLine label={say(WORDS.waiting)} />
    ) : (
      <ProgressLine label={say(WORDS.reading(file))} share={share} />
    );
  }
  return (
    <>
      <FeedReport findings={feed.report.findings} />
      {isUsable(feed) && (
        <>
          <FeedEffects feed={feed} />
          <Import uploadId={uploadId} feed={feed} onDone={onDone} />
        </>
      )}
    </>
  );
}

function Reading({ uploadId, onDone }: { readonly uploadId: string; readonly onDone: () => void }) {
  const read = useRead(
    deskUploadedFeed,
    { uploadId },
    { againAfter: ({ state }) => (state === 'reading' ? LOOK_AGAIN_MS : false) },
  );
  return <Loaded read={read}>{(feed) => <Found uploadId={uploadId} feed={feed} onDone={onDone} />}</Loaded>;
}

/** Sends a file once. `tries` counts the choices of a file, so that each is sent anew. */
function Sending({
  file,
  tries,
  onDone,
}: {
  readonly file: File;
  readonly tries: number;
  readonly onDone: () => void;
}) {
  const say = useSay();
  const sent = useQuery({
    queryKey: [deskUploadFeed.name, tries],
    queryFn: ({ signal }) => send(deskUploadFeed, { file, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (sent.data) return <Reading uploadId={sent.data.uploadId} onDone={onDone} />;
  if (sent.error) return <ErrorBox error={sent.error} again={() => void sent.refetch()} />;
  return <ProgressLine label={say(WORDS.sending)} />;
}

export function TryFeed() {
  const say = useSay();
  const [file, setFile] = useState<File | null>(null);
  const [tries, setTries] = useState(0);
  const isTooLarge = file !== null && file.size > FEED_BYTES;
  const take = (chosen: File) => {
    setFile(chosen);
    setTries((count) => count + 1);
  };
  return (
    <Card title={say(WORDS.title)}>
      <div className={css['try']}>
        <FileDrop
          label={say(WORDS.drop)}
          hint={say(WORDS.hint)}
          accept=".zip,application/zip"
          file={file}
          error={isTooLarge ? say(WORDS.tooLarge) : undefined}
          onFile={take}
        />
        {file !== null && !isTooLarge && (
          <Sending key={tries} file={file} tries={tries} onDone={() => setFile(null)} />
        )}
      </div>
    </Card>
  );
}
