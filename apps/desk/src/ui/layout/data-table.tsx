// Rows of data: a head that stays, rows that open by pointer and by keyboard, and what to say while there are none.
import { type KeyboardEvent, type ReactNode } from 'react';
import { text, useSay } from '../app/texts.ts';
import { Button } from './button.tsx';
import css from './data-table.module.css';
import { Failed, Loading } from './load-state.tsx';

const WORDS = {
  more: text('続きを表示', 'Show more'),
  all: (count: number) =>
    text(
      `全${count}件を表示しています`,
      count === 1 ? '1 entry, that is all' : `${count} entries, that is all`,
    ),
};

export interface Column<Row> {
  readonly title: string;
  /** The first column's names the row; it is what `href` links. */
  readonly cell: (row: Row) => ReactNode;
  /** At the right, in figures of one width. */
  readonly numeric?: boolean;
  /** Never broken: numbers, dates. */
  readonly whole?: boolean;
}

/** What `usePages` gives; a list that comes whole is `{ rows, error, again }`. */
interface Source<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly error?: Error | null;
  readonly again?: () => void;
  readonly hasMore?: boolean;
  readonly more?: () => void;
  readonly moreBusy?: boolean;
}

/** The arrows lead from row to row, as in a list. */
function step(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-row]')];
  const at = links.findIndex((link) => link === document.activeElement);
  if (by === 0 || at < 0) return;
  event.preventDefault();
  links[at + by]?.focus();
}

/** Below 600 px each row is a card of its own. `label` is the table's name, read aloud. */
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
  /** Where a row leads; from `hrefOf`. */
  readonly href?: (row: Row) => string;
  /** Said when there is no row: why, and what to do. */
  readonly empty: ReactNode;
}) {
  const say = useSay();
  const { rows, error = null, again, hasMore = false, more, moreBusy = false } = source;
  if (rows === undefined)
    return error ? <Failed error={error} {...(again ? { again } : {})} /> : <Loading lines={6} />;
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
      {error && <Failed error={error} {...(again ? { again } : {})} />}
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
