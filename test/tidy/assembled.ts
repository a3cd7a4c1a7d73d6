import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';
import { root } from './root.js';

/** The bytes of a source in WebAssembly text, in base64. @param path in the repository. */
export async function assembled(path: string): Promise<string> {
  const { parseWat } = await wabt();
  const module = parseWat(path, readFileSync(join(root, path)), { simd: true });
  const { buffer } = module.toBinary({});
  module.destroy();
  return Buffer.from(buffer).toString('base64');
}
