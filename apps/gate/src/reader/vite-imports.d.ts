// What Vite imports besides code: the address of the QR reader's WebAssembly file, and style sheets.
declare module '*.wasm?url' {
  const url: string;
  export default url;
}
declare module '*.css';
