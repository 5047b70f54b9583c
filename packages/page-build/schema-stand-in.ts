// Replaces the schema library in the builds of the pages: the server validates, pages do not.

const nothing = () => ({});

/** Every builder of `Type` returns an empty object. Pages read a call's name, method, path and callers only. */
export const Type: Readonly<Record<string, () => object>> = new Proxy({}, { get: () => nothing });
