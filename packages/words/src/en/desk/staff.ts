// Staff, in English.

export const staff = { role: { counter: 'Counter', editor: 'Editor', manager: 'Manager' } };
