// Takes the schema library's place in the web build: the phone calls, the server validates.

const nothing = () => ({});

/** Every builder of `Type` gives an empty object: the web reads a call's method, path and name, never its schemas. */
export const Type: Readonly<Record<string, () => object>> = new Proxy({}, { get: () => nothing });
