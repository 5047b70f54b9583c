// Gauges of the live feeds, the same from every process: they are read from the database when the metrics are asked for.
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../../platform/db/database.ts';
import { matchedShare } from './feed-report.ts';
import { listFeeds } from './feed-store.ts';

interface FeedSources {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Adds the gauges. `report` receives why the feeds could not be read from the database; they have no samples then. */
export function watchFeeds(
  registry: Registry,
  { db, clock }: FeedSources,
  report: (error: unknown) => void,
): void {
  let reading: Promise<void> | undefined;
  // Metrics are collected together: one query serves all of them.
  const collect = () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['feed'], registers: [], collect });
  const age = gauge('kippu_realtime_feed_age_seconds', "Seconds since the live feed's own timestamp.");
  const share = gauge(
    'kippu_realtime_matched_share',
    "The share of the live feed's trains that are of the timetable.",
  );
  const fault = gauge('kippu_realtime_feed_fault', '1 while the live feed cannot be used.');
  const held = gauge('kippu_realtime_held_trains', 'Trains whose cancellation waits for the desk.');
  const all = [age, share, fault, held];
  const read = async () => {
    for (const each of all) each.reset();
    try {
      for (const state of await listFeeds(db)) {
        const feed = String(state.number);
        if (state.feed_at) age.set({ feed }, (clock() - state.feed_at.getTime()) / 1000);
        if (state.counts) share.set({ feed }, matchedShare(state.counts));
        fault.set({ feed }, state.fault === null ? 0 : 1);
        const trains = Object.values(state.held ?? {}).flatMap(Object.keys);
        held.set({ feed }, trains.length);
      }
    } catch (error) {
      report(error);
    }
  };
  for (const each of all) registry.registerMetric(each);
}
