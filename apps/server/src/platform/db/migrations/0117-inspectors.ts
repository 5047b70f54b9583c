// Devices of inspectors, who check tickets on board and open no gate.
export const inspectorsMigration = {
  name: '0117-inspectors',
  statements: [
    `alter table gate add column inspects boolean not null default false`,
    `alter table gate_code add column inspects boolean not null default false`,
  ],
} as const;
