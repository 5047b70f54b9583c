// Where the app leaves a note for its service worker: in a cache, because pages and workers share no other simple storage. The build passes
// this to the worker.

export const PUSH_NOTE = { cache: 'kippu-push', address: '/kippu-push-note' } as const;
