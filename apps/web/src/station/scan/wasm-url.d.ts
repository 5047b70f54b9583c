// Vite's `?url` import of the QR reader's WebAssembly file: its address in the built page.
declare module '*.wasm?url' {
  const url: string;
  export default url;
}
