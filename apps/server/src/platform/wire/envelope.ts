// The envelope of every answer.
import { Type, type TSchema } from 'typebox';
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';

export interface Envelope {
  readonly state: 'success' | 'fail';
  readonly code: ErrorCode | 'OK';
  readonly msg: string;
  readonly values: ErrorValues;
  readonly data: unknown;
}

export const FailSchema = Type.Object({
  state: Type.Literal('fail'),
  code: Type.String(),
  msg: Type.String(),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  data: Type.Null(),
});

/** Returns the schema of the envelope around `data`. */
export const successSchema = (data: TSchema): TSchema =>
  Type.Object({
    state: Type.Literal('success'),
    code: Type.String(),
    msg: Type.String(),
    values: Type.Object({}),
    data,
  });

export const success = (data: unknown): Envelope => ({
  state: 'success',
  code: 'OK',
  msg: '',
  values: {},
  data,
});
