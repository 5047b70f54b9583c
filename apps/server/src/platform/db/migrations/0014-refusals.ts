// How a statement that leaves with COMMIT refuses what it finds: there is no answer between the two to be looked at.
export const refusalsMigration = {
  name: '0014-refusals',
  statements: [
    // The class KP is ours; http/error-answer.ts tells the code in the message as it tells any refusal.
    `create function refuse(code text) returns integer language plpgsql as $$ begin
      raise exception using errcode = 'KP001', message = code;
    end $$`,
  ],
} as const;
