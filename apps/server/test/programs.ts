// The programs beside the server that its tests start.
export { freePort, startPostgres } from '../../../scripts/programs/postgres.mjs';
export { startPgBouncer } from '../../../scripts/programs/pgbouncer.mjs';
