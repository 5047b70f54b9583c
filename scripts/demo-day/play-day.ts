// The command `npm run demo:day`: reads the timetable, plays a scenario on it, and prints what happens.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dateAt, addDays, wallToEpoch } from '@kippu/domain/time/service-day';
import { Day } from './day.ts';
import { eventText, trainText } from './describe.ts';
import { openDayFeed } from './feed-server.ts';
import { readScenario, shippedScenarios } from './scenario.ts';
import { Timetable } from './timetable.ts';

const MINUTE_MS = 60_000;
/** How often it is looked whether an event is due, and whether the server answers. */
const LOOK_MS = 250;
/** How long the end waits for the server to read that all is well again. */
const GOODBYE_MS = 12_000;

const helpOf = (
  demoPort: number,
) => `Plays a day on the railway's timetable, as a live feed (GTFS-Realtime). Beside npm start it needs nothing else:

  npm start                  in one terminal
  npm run demo:day           in another one

  npm run demo:day -- [options]
  --script <name or file>    what happens: ${shippedScenarios().join(', ')}, or a JSON file as
                             scripts/demo-day/scenario.schema.json describes it (default: bad-day)
  --speed <factor>           how fast events follow each other: at 60, an hour of the scenario takes a minute (default: 10)
  --from <HH:MM>             plays on the trains that leave from then on, the next time that clocks show it (default: now)
  --seed <number>            other small delays (default: 1)
  --server <origin>          whose timetable is played on (default: http://localhost:8080)
  --operator <name>          plays on the timetable of that folder of operators/, and asks no server for it
  --port <number>            where the feed is given out (default: ${demoPort}, where npm start looks for it)

Clocks are not moved: tickets, codes and seats that are held depend on the time, on phones too. Trains leave by the timetable and the
real time; what --speed makes faster is the news about them. Twenty minutes late are twenty real minutes.

Another server reads the feed with OPERATOR_REALTIME_URLS=http://127.0.0.1:${demoPort}/gtfs-rt. Ctrl+C says that all trains run as planned, and ends
when the server has read it; again, it ends at once.
`;

interface Options {
  readonly script: string;
  readonly speed: number;
  readonly seed: number;
  readonly port: number;
  readonly server: string;
  readonly from: string | undefined;
  readonly operator: string | undefined;
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= least && number <= most))
    throw new Error(`--${name} must be ${least} to ${most}, not '${text}'`);
  return number;
}

/** Reads the options; undefined for --help. Throws Error. */
function optionsOf(args: readonly string[], demoPort: number): Options | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      script: text,
      speed: text,
      seed: text,
      port: text,
      server: text,
      from: text,
      operator: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const { from, operator } = values;
  if (from !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(from))
    throw new Error(`--from must be a time such as 07:00, not '${from}'`);
  if (operator !== undefined && !/^[\w-]+$/.test(operator))
    throw new Error(`--operator is the name of a folder`);
  return {
    script: values.script ?? 'bad-day',
    speed: numberOf('speed', values.speed ?? '10', 0.1, 3_600),
    seed: numberOf('seed', values.seed ?? '1', 0, Number.MAX_SAFE_INTEGER),
    port: numberOf('port', values.port ?? String(demoPort), 0, 65_535),
    server: (values.server ?? 'http://localhost:8080').replace(/\/$/, ''),
    from,
    operator,
  };
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Reads the timetable that the server serves, when it is there. */
async function servedTimetable(server: string, stop: AbortSignal, today: string): Promise<Timetable> {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(`${server}/gtfs.zip`, { signal: stop });
      if (!answer.ok) throw new Error(`${server}/gtfs.zip answered ${answer.status}`);
      return await Timetable.read({ zip: new Uint8Array(await answer.arrayBuffer()) }, today);
    } catch (error) {
      // The server is not there yet. What it answers wrongly is an error.
      if (!(error instanceof TypeError)) throw error;
      if (tries === 0) say(`Waiting for the server at ${server}: npm start`);
      await wait(LOOK_MS * 4, undefined, { signal: stop });
    }
  }
}

/** Returns the next moment at which clocks of the railway show a time, epoch milliseconds. */
function nextTime(clock: string, now: number): number {
  const today = wallToEpoch(`${dateAt(now)} ${clock}:00`);
  return today >= now ? today : wallToEpoch(`${addDays(dateAt(now), 1)} ${clock}:00`);
}

async function play({ script, speed, seed, port, server, from, operator }: Options, stop: AbortSignal) {
  const scenario = readScenario(script);
  const utcToday = new Date().toISOString().slice(0, 10);
  const timetable = operator
    ? await Timetable.read({ path: `operators/${operator}/gtfs` }, utcToday)
    : await servedTimetable(server, stop, utcToday);
  const clock = () => Date.now();
  const began = clock();
  const minutes = () => ((clock() - began) / MINUTE_MS) * speed;
  const first = from === undefined ? began : nextTime(from, began);
  const day = new Day({ scenario, timetable, seed, from: first, clock, minutes });
  const feed = await openDayFeed({ day, agencyId: timetable.agencyId, clock, port });
  say(`${scenario.title}\n  the feed is at ${feed.url}, the speed is ${speed}`);
  for (const train of day.trains.values()) say(`  plays on ${trainText(train, dateAt(began))}`);
  say('');
  const coming = [...scenario.events];
  try {
    for (let next = coming.shift(); next; next = coming.shift()) {
      while (minutes() < next.at) await wait(LOOK_MS, undefined, { signal: stop });
      say(`${String(Math.round(next.at)).padStart(4)} min  ${eventText(next, day, timetable)}`);
    }
    say('\nThat was all. It stays so until Ctrl+C.');
    await wait(2 ** 31 - 1, undefined, { signal: stop });
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  day.end();
  say('\nAll trains run as planned again. Waiting for the server to read it; Ctrl+C ends at once.');
  const hasRead = await Promise.race([feed.nextRead().then(() => true), wait(GOODBYE_MS, false)]);
  say(
    hasRead
      ? 'The server has read it.'
      : 'No server has read it: what it knows fades, and cancelled trains stay cancelled.',
  );
  await feed.close();
}

/**
 * Runs the command.
 * @param demoPort where the server of a demonstration looks for the feed
 * @returns the exit code
 */
export async function playDay(args: readonly string[], demoPort: number): Promise<number> {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    const options = optionsOf(args, demoPort);
    if (options) await play(options, stopping.signal);
    else say(helpOf(demoPort));
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    process.stderr.write(`demo:day: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
