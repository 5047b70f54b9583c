declare module '*.wasm?url' {
  const url: string;
  export { url as default };
}
declare module '*.css';
