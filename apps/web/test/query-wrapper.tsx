// Around a hook that is tested alone: the app's queries.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../src/app/query/queries.ts';

/** For `renderHook(…, { wrapper })`. The hook reads and writes through the app's own client. */
export const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
