// Strict for bodies, coercing for queries: a default Ajv would turn 5 into "5" and drop unknown fields. Compiling dominates the start of an
// application, so each schema is compiled once for each process.
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { SerializerSelector, type SerializerCompiler } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { WALL_TIME } from '@kippu/contract/fields';
import { isWallTime } from '@kippu/domain/time/service-day';

function newAjv(coerceTypes: boolean | 'array', allErrors = false): Ajv {
  const ajv = new Ajv({ coerceTypes, removeAdditional: false, useDefaults: true, allErrors, strict: false });
  addFormats.default(ajv);
  ajv.addFormat(WALL_TIME, isWallTime);
  return ajv;
}

// Ajv caches what it has compiled.
const body = newAjv(false);
const text = newAjv('array');
const wholeBody = newAjv(false, true);
const serializers = new WeakMap<FastifySchema, ReturnType<SerializerCompiler>>();

/** Fastify's default compiler of answers. What the server answers with needs no check of its times. */
const compileSerializer = SerializerSelector()({}, { ajv: { formats: { [WALL_TIME]: true } } });

/** Installs the validators of requests, and the serializer that omits what an answer's schema does not name. */
export function compileSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }): ValidateFunction => {
    return (httpPart === 'body' ? body : text).compile(schema as object);
  });
  app.setSerializerCompiler<FastifySchema>((route) => {
    const serialize =
      serializers.get(route.schema) ?? compileSerializer({ ...route, httpStatus: route.httpStatus ?? '' });
    serializers.set(route.schema, serialize);
    return serialize;
  });
}

/** As compileSchemas, in a scope whose callers are told each fault of a body, not only the first. */
export function reportAllFaults(scope: FastifyInstance): void {
  scope.setValidatorCompiler(({ schema, httpPart }): ValidateFunction => {
    return (httpPart === 'body' ? wholeBody : text).compile(schema as object);
  });
}
