/** The port on which `npm run demo:day` gives out its feed. */
export const DEMO_FEED_PORT = 8099;

/** Where `npm start` looks for that feed. */
export const DEMO_FEED_URL = `http://127.0.0.1:${DEMO_FEED_PORT}/gtfs-rt`;
