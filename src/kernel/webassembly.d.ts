/** The part of the WebAssembly API that Tagwire uses; Node's types leave it to those of the browser. */
declare namespace WebAssembly {
  class Memory<Buffer extends ArrayBufferLike = SharedArrayBuffer> {
    constructor(descriptor: { initial: number; maximum: number; shared?: boolean });
    readonly buffer: Buffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { [module: string]: { [name: string]: unknown } });
    readonly exports: { readonly [name: string]: unknown };
  }
}
