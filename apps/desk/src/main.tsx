// Starts the desk's page.
// First, because the modules below need the railway's settings when they load.
// oxlint-disable-next-line import/no-unassigned-import
import './app/text/set-railway.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followAppearance } from './app/shell/appearance.ts';
import { App } from './app/shell/app.tsx';
import { Boundary } from '@kippu/ui/boundary';
import { Broken } from './app/shell/broken.tsx';
import { requireStyles } from '@kippu/client/reload-page';
import { queryClient } from './app/call/queries.ts';
import '@kippu/ui/styles/tokens.css';
import '@kippu/ui/styles/base.css';
import './ui/tokens.css';
import './ui/base.css';

const element = document.getElementById('root');
if (!element) throw new Error('no #root');
// On missing styles the page reloads, or offers a link to reload.
requireStyles();
followAppearance();
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Boundary broken={<Broken />}>
        <App />
      </Boundary>
    </QueryClientProvider>
  </StrictMode>,
);
