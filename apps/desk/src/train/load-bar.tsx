// A bar of a load: reserved solid, held striped, the rest free. The numbers beside it have the same meaning.
import type { SeatLoad } from '@kippu/contract/calls/desk/occupancy';
import css from './train.module.css';

export const takenOf = ({ reserved, held }: SeatLoad): number => reserved + held;

export function LoadBar({ load, seats }: { readonly load: SeatLoad; readonly seats: number }) {
  const share = (count: number) => `${seats === 0 ? 0 : (100 * count) / seats}%`;
  return (
    <span className={css['bar']} aria-hidden="true">
      <span className={css['reserved']} style={{ width: share(load.reserved) }} />
      <span className={css['held']} style={{ width: share(load.held) }} />
    </span>
  );
}
