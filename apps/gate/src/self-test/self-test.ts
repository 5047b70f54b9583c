// The self-test that staff run before the gate opens.
import type { GateDatabase } from '../storage/gate-database.ts';
import type { GateView } from '../core/gate-view.ts';
import { decideCode } from '@kippu/ticket-code/decide/decide-code';
import { PassedTickets } from '@kippu/ticket-code/decide/passed-tickets';
import { RevokedTickets } from '@kippu/ticket-code/decide/revoked-tickets';
import { VECTOR_KEY, VECTOR_NOW, VECTOR_TEXT } from './self-test-vector.ts';
import { haltText, text, type Text } from '../text/texts.ts';
import { epochToWall } from '@kippu/domain/time/service-day';
import { timeOf } from '../text/railway-time.ts';

export interface TestResult {
  readonly name: Text;
  /** 'warn' does not prevent the gate from opening. */
  readonly result: 'ok' | 'warn' | 'bad';
  readonly detail: Text;
}

/**
 * Decides a valid code and the same code with one character changed, and reports whether both results are right. The
 * first run is ten times slower than later ones, so the gate runs it before the first traveller.
 */
export function decidesRight(): boolean {
  const knowledge = {
    issuerKeys: [VECTOR_KEY],
    singleProducts: new Set<string>(),
    revoked: new RevokedTickets(),
    passed: new PassedTickets(),
    direction: 'both' as const,
    stationId: 'self-test',
    passBackSeconds: 0,
    exitGraceSeconds: 14_400,
  };
  const changed = VECTOR_TEXT.slice(0, -1) + (VECTOR_TEXT.endsWith('A') ? 'B' : 'A');
  return (
    decideCode(VECTOR_TEXT, knowledge, VECTOR_NOW).kind === 'go' &&
    decideCode(changed, knowledge, VECTOR_NOW).kind !== 'go'
  );
}

async function stores(database: GateDatabase): Promise<boolean> {
  try {
    await database.probe();
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

const OK = text('正常', 'Works');

/**
 * Runs the tests. `camera` reports whether the camera delivers pictures (null when it is off), and `sound` whether
 * tones can be heard.
 */
export async function runSelfTest(
  view: GateView,
  database: GateDatabase,
  { camera, sound }: { readonly camera: boolean | null; readonly sound: boolean },
): Promise<TestResult[]> {
  const { halt, syncedAt, online, queued, stuck } = view;
  const stored = await stores(database);
  const decided = decidesRight();
  const seen =
    syncedAt === null
      ? text('未接続', 'Never')
      : text(epochToWall(syncedAt).slice(5, 16), epochToWall(syncedAt).slice(5, 16));
  return [
    {
      name: text('判定', 'Deciding'),
      result: decided ? 'ok' : 'bad',
      detail: decided ? OK : text('見本のコードを正しく判定できません', 'A known code is decided wrongly'),
    },
    {
      name: text('時計と鍵', 'Clock and keys'),
      result: halt === null ? 'ok' : 'bad',
      detail: halt === null ? text(timeOf(view.now), timeOf(view.now)) : haltText(halt).title,
    },
    {
      name: text('記録', 'Storage'),
      result: stored ? 'ok' : 'bad',
      detail: stored ? OK : text('書き込めません', 'Cannot be written'),
    },
    {
      name: text('カメラ', 'Camera'),
      result: camera === false ? 'bad' : camera === null ? 'warn' : 'ok',
      detail:
        camera === null
          ? text('切・スキャナのみ', 'Off: scanner only')
          : camera
            ? OK
            : text('映像がありません', 'Gives no picture'),
    },
    {
      name: text('音', 'Sound'),
      result: sound ? 'ok' : 'warn',
      detail: sound ? OK : text('画面に触れると鳴ります', 'Sounds after a touch'),
    },
    {
      name: text('通信', 'Network'),
      result: online ? 'ok' : 'warn',
      detail: text('最終 {seen}・未送信 {queued}', 'Last {seen}, {queued} to send', { seen, queued }),
    },
    ...(stuck === 0
      ? []
      : [
          {
            name: text('受付不可の記録', 'Refused records'),
            result: 'warn' as const,
            detail: text('{stuck}件・本部へ連絡', '{stuck}: contact head office', { stuck }),
          },
        ]),
  ];
}
