// Strict for bodies, coercing for queries: a default Ajv would turn 5 into "5" and drop unknown fields.
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';

function newAjv(coerceTypes: boolean | 'array'): Ajv {
  const ajv = new Ajv({
    coerceTypes,
    removeAdditional: false,
    useDefaults: true,
    allErrors: false,
    strict: false,
  });
  addFormats.default(ajv);
  return ajv;
}

/** Installs the two validators. */
export function validateStrictly(app: FastifyInstance): void {
  const body = newAjv(false);
  const text = newAjv('array');
  app.setValidatorCompiler(({ schema, httpPart }): ValidateFunction => {
    return (httpPart === 'body' ? body : text).compile(schema as object);
  });
}
