// Starts the desk's page.
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { Boundary } from './app/boundary.tsx';
import { queryClient } from './app/queries.ts';
import './ui/tokens.css';
import './ui/base.css';

const element = document.getElementById('root');
if (!element) throw new Error('no #root');
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Boundary>
        <App />
      </Boundary>
    </QueryClientProvider>
  </StrictMode>,
);
