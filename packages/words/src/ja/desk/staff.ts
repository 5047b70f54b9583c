// Staff, in Japanese.

export const staff = { role: { counter: '窓口', editor: 'お知らせ担当', manager: '管理者' } };
