// A table with a fixed head, rows that open by pointer and keyboard, and a text for an empty table.
import { type KeyboardEvent, type ReactNode } from 'react';
import { text, useSay } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import css from './data-table.module.css';
import { Loading } from './load-state.tsx';
import { ErrorBox } from '../messages/error-box.tsx';

const WORDS = {
  more: text('続きを表示', 'Show more'),
  all: (count: number) =>
    text(
      '全{count}件を表示しています',
      count === 1 ? '1 entry, that is all' : '{count} entries, that is all',
      { count },
    ),
};

export interface Column<Row> {
  readonly title: string;
  /** The content of a cell. The first column names the row and becomes the link. */
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, with figures of equal width. */
  readonly numeric?: boolean;
  /** Never wrapped, for numbers and dates. */
  readonly whole?: boolean;
}

/** The result of `usePages`. A complete list is `{ rows, error, again }`. */
interface Source<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly error?: Error | null;
  readonly again?: () => void;
  readonly hasMore?: boolean;
  readonly more?: () => void;
  readonly moreBusy?: boolean;
}

/** The arrow keys move between rows. */
function step(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-row]')];
  const at = links.findIndex((link) => link === document.activeElement);
  if (by === 0 || at < 0) return;
  event.preventDefault();
  links[at + by]?.focus();
}

/** A table. Up to 859 px each row is a card. `label` is the table's name for screen readers. */
export function DataTable<Row>({
  label,
  columns,
  source,
  keyOf,
  href,
  empty,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly source: Source<Row>;
  readonly keyOf: (row: Row) => string;
  /** The link of a row, from `hrefOf`. */
  readonly href?: (row: Row) => string;
  /** The text for an empty table: why, and what to do. */
  readonly empty: ReactNode;
}) {
  const say = useSay();
  const { rows, error = null, again, hasMore = false, more, moreBusy = false } = source;
  if (rows === undefined) return error ? <ErrorBox error={error} again={again} /> : <Loading lines={6} />;
  if (rows.length === 0) return <div className={css['empty']}>{empty}</div>;
  return (
    <div className={css['frame']}>
      <table className={css['table']} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, numeric }) => (
              <th key={title} role="columnheader" scope="col" data-numeric={numeric || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" onKeyDown={step}>
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" data-link={href !== undefined || undefined}>
              {columns.map(({ title, cell, numeric, whole }, index) => (
                <td
                  key={title}
                  role="cell"
                  data-title={title}
                  data-numeric={numeric || undefined}
                  data-whole={whole || undefined}
                >
                  {index === 0 && href ? (
                    <a href={href(row)} data-row>
                      {cell(row)}
                    </a>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ErrorBox error={error} again={again} />
      {hasMore ? (
        <div className={css['end']}>
          <Button kind="outline" busy={moreBusy} onClick={more}>
            {say(WORDS.more)}
          </Button>
        </div>
      ) : (
        <p className={css['end']}>{say(WORDS.all(rows.length))}</p>
      )}
    </div>
  );
}
