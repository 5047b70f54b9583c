// The dashboard and the alerts of deploy/observability use only metrics that the server exports and the guide explains, and link to headings that exist.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildApp } from '../../app.ts';
import { watchFeeds } from '../../live/feed/feed-metrics.ts';
import { watchWebhooks } from '../../partner/webhooks/webhook-metrics.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { readSamples } from '../../../test/metrics.ts';
import { newMetrics } from './metrics.ts';
import { openMetrics } from './open-metrics.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const read = (file: string) => readFileSync(file, 'utf8');
const { groups } = parse(read('deploy/observability/alerts.yml')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/observability/grafana-dashboard.json')) as {
  readonly panels: readonly Panel[];
};

/** The names of metrics in an expression; `up` is Prometheus's own. */
const metricsIn = (expr: string): readonly string[] =>
  [...expr.matchAll(/\b(?:kippu|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);

/** The address of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

let deps: TestDeps;
let exported: ReadonlySet<string>;
/** The samples of a process that has served nothing yet, by name with labels. */
let first: readonly string[];
beforeAll(async () => {
  deps = await openTestDeps();
  const metrics = newMetrics();
  const unread = (error: unknown) => {
    throw error;
  };
  watchFeeds(metrics.registry, deps, unread);
  watchWebhooks(metrics.registry, deps, unread);
  const served = {
    ...deps,
    metrics,
    config: { ...deps.config, metrics: { port: 0, host: '127.0.0.1', token: undefined } },
  };
  const app = await buildApp(served);
  const pool = () => ({ inUse: 0, idle: 0, waiting: 0, max: 8 });
  const log = { info: () => undefined, error: () => undefined };
  const server = await openMetrics(served, pool, app.readiness, log);
  // Metrics with labels have samples only once something has happened, but are declared from the start.
  const text = await (await fetch(`http://127.0.0.1:${server?.port}/metrics`)).text();
  const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  first = [...readSamples(text).keys()];
  exported = new Set([...declared, ...first.map((name) => name.split('{')[0] ?? '')]);
  await server?.close();
  await app.close();
});
afterAll(() => deps.close());

test('each alert uses exported metrics, says what it means, and links to what to do', () => {
  const headings = new Set(
    [...read('docs/operating.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
  );
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr, labels, annotations } of rules) {
    const names = metricsIn(expr);
    expect(names.length > 0 || /\bup\{/.test(expr), alert).toBe(true);
    expect(
      names.filter((name) => !exported.has(name)),
      alert,
    ).toEqual([]);
    expect(['page', 'ticket'], alert).toContain(labels.severity);
    expect(annotations.summary, alert).toMatch(/^[A-Z].{10,90}$/);
    const [page, anchor = ''] = annotations.runbook_url.split('#');
    expect(page, alert).toBe('docs/operating.md');
    expect(headings, alert).toContain(anchor);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('each alert counts only the processes of the job, not those of another installation or another service', () => {
  const selectors = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/\b(?:kippu_\w+|nodejs_\w+|up)\b(?:\{([^}]*)\})?/g)].map(([, labels = '']) => [
      alert,
      labels,
    ]),
  );
  expect(selectors.length).toBeGreaterThan(rules.length);
  expect(selectors.filter(([, labels = '']) => !labels.includes('job="kippu"'))).toEqual([]);
});

test('alerts.test.yml has a time when each alert fires, and one when it does not', () => {
  const { tests } = parse(read('deploy/observability/alerts.test.yml')) as {
    readonly tests: readonly {
      readonly alert_rule_test: readonly {
        readonly alertname: string;
        readonly exp_alerts: readonly unknown[];
      }[];
    }[];
  };
  const tested = (isFiring: boolean) =>
    new Set(
      tests
        .flatMap((each) => each.alert_rule_test)
        .filter(({ exp_alerts }) => exp_alerts.length > 0 === isFiring)
        .map(({ alertname }) => alertname),
    );
  const names = rules.map(({ alert }) => alert).toSorted();
  expect([...tested(true)].toSorted()).toEqual(names);
  expect([...tested(false)].toSorted()).toEqual(names);
});

/** Whether a sample, by its name with labels, is one of a metric with selectors such as `verdict="conflict",reason=~"a|b"`. */
function isSelected(sample: string, metric: string, selectors: string): boolean {
  const [name, labels = ''] = sample.split('{');
  return (
    name === metric &&
    [...selectors.matchAll(/(\w+)(=~?)"([^"]*)"/g)].every(([, label, how, value = '']) => {
      // Prometheus itself adds the job.
      if (label === 'job') return true;
      const [, has = ''] = new RegExp(`\\b${label}="([^"]*)"`).exec(labels) ?? [];
      return how === '=~' ? new RegExp(`^(?:${value})$`).test(has) : has === value;
    })
  );
}

test('what an alert counts is there at 0 from the start, because Prometheus sees no increase to the first sample', () => {
  const counted = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/increase\((\w+)\{([^}]*)\}/g)].map(([, metric = '', selectors = '']) => ({
      alert,
      metric,
      selectors,
    })),
  );
  expect(counted.length).toBeGreaterThan(5);
  for (const { alert, metric, selectors } of counted)
    expect(
      first.some((sample) => isSelected(sample, metric, selectors)),
      `${alert}: ${metric} ${selectors}`,
    ).toBe(true);
});

test('docs/operating.md explains each metric of Kippu, and no other', () => {
  const [, table = ''] = /\n### Metrics\n([^]*?)\n### /.exec(read('docs/operating.md')) ?? [];
  const explained = [...table.matchAll(/^\| (`kippu_.*?) \|/gm)].flatMap(([, names = '']) =>
    metricsIn(names),
  );
  const ours = [...exported].filter((name) => name.startsWith('kippu_'));
  const own = new Set(ours.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect(explained.toSorted()).toEqual([...own].toSorted());
});

test('each panel of the dashboard uses exported metrics', () => {
  expect(dashboard.panels.length).toBeGreaterThan(10);
  for (const { title, targets } of dashboard.panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) {
      const names = metricsIn(expr);
      expect(names.length, expr).toBeGreaterThan(0);
      expect(
        names.filter((name) => !exported.has(name)),
        title,
      ).toEqual([]);
    }
  }
});
