// Sends traces by OpenTelemetry: a span for each call, by its route's pattern, for each job of the queue, by its kind, and for each of their
// transactions. Only main.ts loads this file, if traces are wanted. No attribute contains an id, an address, a caller or the text of an error.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  defaultTextMapGetter,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndedCall } from '../http/ended-call.ts';
import { trustedProxies } from '../limits/client-address.ts';
import type { Config } from '../start/config.ts';
import type { TracesSettings } from '../start/telemetry-settings.ts';
import { AppError } from '../wire/app-error.ts';
import { PROBES } from '../wire/probes.ts';
import { VERSION } from '../wire/version.ts';
import { traceWith, type Spans } from '../db/spans.ts';

/** A receiver that does not answer must not hold up a process that stops. */
const EXPORT_TIMEOUT_MS = 3_000;
const CLOSE_TIMEOUT_MS = 3_000;
/** A receiver that is down fails every few seconds. */
const REPORT_EVERY_MS = 60_000;

export interface Traces {
  /** Starts a span for each request that the server gets from now on, except health probes. */
  readonly watch: (app: FastifyInstance) => void;
  /** Ends the call's span. */
  readonly callEnded: (call: EndedCall) => void;
  /** Sends what has ended, for three seconds at most. */
  readonly close: () => Promise<void>;
}

interface TracedCall {
  readonly span: Span;
  readonly context: Context;
}

/**
 * Opens the traces of this process. `report` gets failures to send them, once a minute at most. The `traceparent` of a request counts only if a
 * trusted proxy sends it.
 */
export function openTraces(
  { endpoint, share, headers }: TracesSettings,
  { trustedProxies: proxies }: Pick<Config, 'trustedProxies'>,
  report: (error: unknown) => void,
): Traces {
  let reportedAt = -Infinity;
  setGlobalErrorHandler((error) => {
    const now = performance.now();
    if (now - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now;
    report(error);
  });
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    headers: { ...headers },
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'kippu', 'service.version': VERSION }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  const tracer = provider.getTracer('kippu', VERSION);
  const propagator = new W3CTraceContextPropagator();
  const isTrusted = trustedProxies(proxies);
  const contexts = new AsyncLocalStorage<Context>();
  const calls = new WeakMap<FastifyRequest, TracedCall>();

  /** Runs work in a span below `parent`, and ends it. */
  const run = async <T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> => {
    try {
      return await contexts.run(trace.setSpan(parent, span), work);
    } catch (error) {
      const isRefusal = error instanceof AppError && error.status < 500;
      if (!isRefusal) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
  const inSpan: Spans['inSpan'] = async (name, work) => {
    const parent = contexts.getStore();
    if (!parent) return work();
    const attributes = { 'db.system.name': 'postgresql' };
    return run(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), parent, work);
  };
  const inJobSpan: Spans['inJobSpan'] = async ({ kind, topic }, work) => {
    const attributes = { 'kippu.job.kind': kind, 'kippu.job.topic': topic };
    const span = tracer.startSpan(`job ${kind}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT);
    return run(span, ROOT_CONTEXT, async () => {
      const end = await work();
      span.setAttribute('kippu.job.end', end);
      if (end !== 'done') span.setStatus({ code: SpanStatusCode.ERROR });
    });
  };
  traceWith({ inSpan, inJobSpan, outside: (work) => contexts.exit(work) });

  return {
    watch: (app) => {
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'unknown';
        if (PROBES.includes(route)) return done();
        const parent = isTrusted(request.socket.remoteAddress ?? '', 0)
          ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
          : ROOT_CONTEXT;
        // As in metrics: anybody can make up methods for addresses that do not exist.
        const method = route === 'unknown' ? 'any' : request.method;
        const span = tracer.startSpan(
          `${method} ${route}`,
          { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'http.route': route } },
          parent,
        );
        const context = trace.setSpan(parent, span);
        const { traceId, traceFlags } = span.spanContext();
        if (traceFlags & TraceFlags.SAMPLED) request.traceId = traceId;
        calls.set(request, { span, context });
        return contexts.run(context, done);
      });
      // A body arrives outside of the context in which the request began.
      app.addHook('preValidation', (request, _reply, done) => {
        const call = calls.get(request);
        if (call) contexts.run(call.context, done);
        else done();
      });
    },
    callEnded: ({ request, status, aborted, code }) => {
      const span = calls.get(request)?.span;
      if (!span) return;
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      if (code !== null) span.setAttribute('error.type', code);
      if (aborted) span.setAttribute('kippu.aborted', true);
      if (status !== undefined && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    close: async () => {
      traceWith(undefined);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
      await Promise.race([provider.shutdown().catch(report), late]);
      clearTimeout(timer);
    },
  };
}
