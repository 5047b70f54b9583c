import type { CookieSerializeOptions } from '@fastify/cookie';

/** Sets a cookie with the answer: name, value and attributes. */
export type SetCookie = (name: string, value: string, options?: CookieSerializeOptions) => void;
