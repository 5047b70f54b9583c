// The accounts of the demonstration. Their password is published, so production refuses them.
export const DEMO_EMAIL = 'demo@kippu.example';
export const DEMO_PASSWORD = 'Kippu2026';
/** One member of staff for each role, all with the password above. */
export const DEMO_STAFF = [
  { email: 'counter@kippu.example', name: 'Demo Counter', role: 'counter' },
  { email: 'editor@kippu.example', name: 'Demo Editor', role: 'editor' },
  { email: 'manager@kippu.example', name: 'Demo Manager', role: 'manager' },
] as const;
