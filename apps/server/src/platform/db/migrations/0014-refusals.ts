// Lets a statement sent with COMMIT refuse by itself, because nothing reads its answer before the commit.
export const refusalsMigration = {
  name: '0014-refusals',
  statements: [
    // The class KP is this application's; wire/error-answer.ts answers the code in the message like any refusal.
    `create function refuse(code text) returns integer language plpgsql as $$ begin
      raise exception using errcode = 'KP001', message = code;
    end $$`,
  ],
} as const;
