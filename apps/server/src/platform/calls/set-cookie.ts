import type { FastifyReply } from 'fastify';

/** Sets a cookie with the answer: name, value and attributes. */
export type SetCookie = (...cookie: Parameters<FastifyReply['setCookie']>) => void;
