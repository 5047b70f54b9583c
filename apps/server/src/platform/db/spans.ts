// The place where spans are made. Nothing is traced, and OpenTelemetry is not loaded, until `traceWith` is called.

/** Runs work in a span of the current call; outside of a traced call it only runs the work. */
export type InSpan = <T>(name: string, work: () => Promise<T>) => Promise<T>;

let current: InSpan | undefined;

/** Traces with `inSpan` from now on; with undefined, no longer. */
export function traceWith(inSpan: InSpan | undefined): void {
  current = inSpan;
}

/** As InSpan. `name` has a fixed text: never an id. */
export const inSpan: InSpan = (name, work) => (current ? current(name, work) : work());
