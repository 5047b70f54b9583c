// What Vite imports besides code: style sheets and, of modules, the class names. It also sets `import.meta.env`.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';

interface ImportMeta {
  readonly env: { readonly DEV: boolean };
}
