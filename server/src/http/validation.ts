// Strict for bodies, coercing for queries: a default Ajv would turn 5 into "5" and drop unknown fields. Compiling is most of
// what an application costs at its start: each schema is compiled once in a process.
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import Fastify, { type FastifyInstance, type FastifySchema, type FastifySerializerCompiler } from 'fastify';

type Compiler = FastifySerializerCompiler<FastifySchema>;

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

// Ajv knows again what it has compiled.
const body = newAjv(false);
const text = newAjv('array');
const serializers = new WeakMap<FastifySchema, ReturnType<Compiler>>();

/** Fastify's own, which it makes for an instance that has something to compile. */
const serializerCompiler = (async (): Promise<Compiler> => {
  const bare = Fastify();
  bare.get('/', { schema: { response: { 200: { type: 'null' } } } }, async () => null);
  await bare.ready();
  if (!bare.serializerCompiler) throw new Error('Fastify made no compiler of answers');
  return bare.serializerCompiler;
})();

/** Installs the validators of what is asked, and the serializer that leaves out of an answer what its schema does not name. */
export async function compileSchemas(app: FastifyInstance): Promise<void> {
  app.setValidatorCompiler(({ schema, httpPart }): ValidateFunction => {
    return (httpPart === 'body' ? body : text).compile(schema as object);
  });
  const compile = await serializerCompiler;
  app.setSerializerCompiler<FastifySchema>((route) => {
    const serialize = serializers.get(route.schema) ?? compile(route);
    serializers.set(route.schema, serialize);
    return serialize;
  });
}
