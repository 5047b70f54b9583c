// The place where spans are made. Nothing is traced, and OpenTelemetry is not loaded, until `traceWith` is called.

/** Runs work in a span. `name` has a fixed text: never an id. */
type InSpan = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Runs a job in a span. `work` returns how the job ended. */
type InJobSpan = (
  job: { readonly kind: string; readonly topic: string },
  work: () => Promise<string>,
) => Promise<unknown>;

export interface Spans {
  /** Below the span of the current call or job; elsewhere it only runs the work. */
  readonly inSpan: InSpan;
  /** Below nothing: a job outlives the call that queued it. */
  readonly inJobSpan: InJobSpan;
  /** Runs work that belongs to no call, though a call began it. */
  readonly outside: (work: () => void) => void;
}

let current: Spans | undefined;

/** Traces with these spans from now on; with undefined, no longer. */
export function traceWith(spans: Spans | undefined): void {
  current = spans;
}

/** As in Spans. */
export const inSpan: InSpan = (name, work) => (current ? current.inSpan(name, work) : work());

/** As in Spans. */
export const inJobSpan: InJobSpan = (job, work) => (current ? current.inJobSpan(job, work) : work());

/** As in Spans. */
export const outsideOfSpans = (work: () => void): void => (current ? current.outside(work) : work());
