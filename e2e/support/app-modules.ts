// Serves the app's modules, for cases that no screen produces alone. A page may call them with its own session, storage
// and locks.
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';

const WEB = join(import.meta.dirname, '../../apps/web');
export const API_MODULE = '/src/app/call/api.ts';
/** A module of the contract, as the app loads it. */
export const contractModule = (name: string) =>
  `/@fs${join(WEB, '../../packages/contract/src', `${name}.ts`)}`;

/** Serves the modules and forwards calls to the server. Close it after use. */
export async function serveModules(
  server: string,
): Promise<{ readonly origin: string; close: ViteDevServer['close'] }> {
  const proxy = Object.fromEntries(
    ['/jtr-jwqs-app', '/uw-auth-center', '/operator'].map((at) => [at, server]),
  );
  const vite = await createServer({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, proxy },
  });
  await vite.listen();
  const address = vite.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('the modules are not served');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => vite.close() };
}
