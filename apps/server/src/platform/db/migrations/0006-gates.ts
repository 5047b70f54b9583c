// Gates: enrolment, events, and conflicts for the desk.
export const gatesMigration = {
  name: '0006-gates',
  statements: [
    `create table gate (
      gate_id text primary key,
      station_id text not null,
      direction text not null check (direction in ('in', 'out', 'both')),
      key_hash text not null unique,
      enrolled_at timestamptz not null,
      closed_at timestamptz)`,
    `create table gate_code (
      code_hash text primary key,
      station_id text not null,
      direction text not null check (direction in ('in', 'out', 'both')),
      expires_at timestamptz not null,
      used_at timestamptz)`,
    // Reports are stored as received, also those that name no known ticket.
    `create table gate_event (
      gate_id text not null references gate,
      event_id text not null,
      ticket_id text references ticket,
      told text not null,
      station_id text not null,
      code integer not null check (code in (31, 32, 37, 38)),
      at timestamptz not null,
      received_at timestamptz not null,
      certificate text not null,
      issued_at timestamptz,
      reason text,
      primary key (gate_id, event_id))`,
    `create index gate_event_ticket on gate_event (ticket_id, at)`,
    `create index gate_event_received on gate_event (received_at)`,
    `create trigger gate_event_append_only before update or delete on gate_event
      for each row execute function refuse_rewrite()`,
    `create table gate_conflict (
      gate_id text not null,
      event_id text not null,
      kind text not null check (kind in ('sameDirection', 'noEntry', 'usedUp', 'revoked', 'unknownTicket')),
      ticket_id text references ticket,
      found_at timestamptz not null,
      settled_at timestamptz,
      settled_by text,
      primary key (gate_id, event_id, kind),
      foreign key (gate_id, event_id) references gate_event)`,
    `create index gate_conflict_ticket on gate_conflict (ticket_id)`,
    `create index gate_conflict_open on gate_conflict (found_at) where settled_at is null`,
    // Gates ask every few seconds for new revocations.
    `create index ticket_event_at on ticket_event (at)`,
  ],
} as const;
