// The calls of late certificates.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/traveller/late';
import { wireNames } from '@kippu/contract/names';
import { lateMinutes } from '@kippu/domain/live/late-minutes';
import { isCertified } from '@kippu/domain/live/late-run';
import { theRules } from '@kippu/domain/rules';
import { addDays, dateAt, isDate } from '@kippu/domain/time/service-day';
import type { Deps } from '../../platform/calls/app-context.ts';
import { bindOpen } from '../../platform/calls/bind-open.ts';
import { findLateRun, listLateRuns, type IssuedLateRun } from '../../platform/live/late-run-store.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';

const trainAnswer = (run: IssuedLateRun): calls.LateTrain => ({
  code: run.code,
  trainNo: run.trainNo,
  ...wireNames('trainName', run.trainName),
  ...wireNames('fromName', run.firstStop),
  ...wireNames('toName', run.lastStop),
  departAt: wireTime(run.departAt),
  mostMinutes: lateMinutes(run.mostLate),
});

const certificateAnswer = (run: IssuedLateRun, railway: string): calls.LateCertificate => ({
  ...trainAnswer(run),
  railway,
  arrivals: run.arrivals.map(({ stationId, station, plannedAt, late }) => ({
    stationId,
    ...wireNames('stationName', station),
    plannedAt: wireTime(plannedAt),
    arrivedAt: wireTime(plannedAt + late * 1000),
    minutes: lateMinutes(late),
  })),
  source: run.source,
  saidAt: wireTime(run.saidAt),
  issuedAt: wireTime(run.issuedAt),
});

export function addLateRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bindOpen(app, deps, calls.listLateTrains, async ({ query: { date }, now }) => {
    if (!isDate(date)) throw new AppError('REQ-0001', { values: { field: 'date' } });
    const rule = theRules().lateCertificate;
    const today = dateAt(now);
    if (!rule || date > today || date < addDays(today, -rule.listedDays)) return [];
    return (await listLateRuns(db, date, rule.fromMinutes * 60)).map(trainAnswer);
  });
  bindOpen(app, deps, calls.loadLateCertificate, async ({ query, operator }) => {
    const run = await findLateRun(db, query.code);
    if (!run || !isCertified(run.mostLate, theRules().lateCertificate)) throw new AppError('REQ-0005');
    return certificateAnswer(run, operator.agency.name);
  });
}
