// Staff, in German.

export const staff = { role: { counter: 'Schalter', editor: 'Redaktion', manager: 'Leitung' } };
