// Whether seats are shown as a map or as a list. The traveller's choice is stored on the phone.
import { useSyncExternalStore } from 'react';
import { localStore } from '../../app/storage/local-store.ts';

type SeatView = 'map' | 'list';
const store = localStore<SeatView>('kippu.seatView', (stored) => (stored === 'list' ? 'list' : 'map'));

export const useSeatView = (): SeatView => useSyncExternalStore(store.subscribe, store.get);
export const showSeatsAs = (view: SeatView): void => store.set(view);
