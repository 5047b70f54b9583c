// The types of what a route takes and answers, found by its name. Pages get them from here without any schema.
import type { Static } from 'typebox';
import type { CallName, CallsByName } from './calls/all-calls.ts';
import type { Route } from './route.ts';

/** A route whose call is listed in calls/all-calls.ts. */
export type KnownRoute = Route<CallName>;

export type QueryOf<R extends KnownRoute> = Static<CallsByName[R['name']]['query']>;
export type BodyOf<R extends KnownRoute> = Static<CallsByName[R['name']]['body']>;
export type DataOf<R extends KnownRoute> = Static<CallsByName[R['name']]['data']>;
