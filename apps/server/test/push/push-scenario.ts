// Phones of accounts and what sends to them, for tests of pushed messages.
import type { PushTopic } from '@kippu/contract/values';
import { inTransaction } from '../../src/platform/db/database.ts';
import { JobRunner, type JobReport } from '../../src/platform/jobs/job-runner.ts';
import type { PushSettings } from '../../src/platform/start/push-settings.ts';
import { pushJobs, type PushJobDeps } from '../../src/push/push-jobs.ts';
import { saveSubscription } from '../../src/push/save-subscription.ts';
import type { TestDeps } from '../app-context.ts';
import type { PushService } from './push-service.ts';

const ALL: readonly PushTopic[] = ['departure', 'change', 'received', 'passage'];

/** The settings with which only these services are called. */
export const settingsFor = (deps: TestDeps, services: readonly PushService[]): PushSettings => ({
  ...deps.config.push,
  hosts: services.map(({ host }) => host),
});

export interface Wanted {
  readonly topics?: readonly PushTopic[];
  readonly language?: string;
  readonly quiet?: { readonly from: string; readonly to: string };
}

/** Subscribes an account's phone at a service, to all topics unless it says otherwise. */
export async function subscribePhone(
  deps: TestDeps,
  service: PushService,
  accountId: string,
  { topics = ALL, language = 'en', quiet }: Wanted = {},
): Promise<void> {
  const phone = await service.phone(accountId);
  const body = { ...phone, language, topics: [...topics], ...(quiet ? { quiet } : {}) };
  const owner = { accountId, deviceId: `phone of ${accountId}` };
  await inTransaction(deps.db, (trx) =>
    saveSubscription(trx, deps, owner, { body, language, now: deps.clock() }),
  );
}

/** Makes what sends the messages of each service in one process. Its reports go to `reports`; a fault fails the test. */
export const pushRunners = (
  deps: TestDeps,
  of: Pick<PushJobDeps, 'timetable' | 'settings' | 'sender'>,
  reports: JobReport[] = [],
): JobRunner[] =>
  pushJobs({ ...deps, ...of }).map(
    (handler) =>
      new JobRunner(
        {
          ...deps,
          report: (report) => reports.push(report),
          failed: (error) => {
            throw error;
          },
          random: () => 0.5,
        },
        handler,
      ),
  );
