// The server's keys, shared by all processes. The private part is encrypted with the wrapping key, which is not in the database.
export const serverKeysMigration = {
  name: '0057-server-keys',
  statements: [
    `create table server_key (
      purpose text not null check (purpose in ('issuer', 'password', 'secret')),
      key_id text not null,
      -- Counts the keys of a purpose: of several processes, one alone can insert the next.
      generation integer not null,
      public_part text,
      -- Null once the private part is destroyed. Such a key never becomes valid again.
      wrapped_part text,
      wrapped_by text,
      created_at timestamptz not null,
      signs_from timestamptz not null,
      ends_at timestamptz,
      primary key (purpose, key_id),
      unique (purpose, generation),
      check ((wrapped_part is null) = (wrapped_by is null)))`,
  ],
} as const;
