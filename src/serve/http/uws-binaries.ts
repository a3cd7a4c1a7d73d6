/**
 * Loads a binary of uWebSockets.js whose SHA-256 is in this file. Packages of other authors contain
 * the binaries (NOTICE says what was compared), and native code has all rights of the server.
 *
 * There are two packages: the newer one needs glibc 2.38 and covers Node.js 20, 22 and 24; the
 * older one needs glibc 2.28 and ends with 22. The older package is tried first, because it was in
 * use for longer.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../kernel/errors.js';

export type Uws = typeof import('uWebSockets.js');

const OLDER = 'uWebSockets.js';
const NEWER = '@btc-vision/uwebsockets.js';
const FOLDERS = { [OLDER]: './bin/', [NEWER]: './' };

/** SHA-256 of accepted binaries: for versions of Node.js that still get fixes, and for 20. */
const LISTED: { readonly [name in keyof typeof FOLDERS]: readonly string[] } = {
  [NEWER]: [
    // uws_darwin_arm64_115.node
    'e92644395ac8d37cb078098f843fb1b82e59701832f38fed00a9bdcfb87ba939',
    // uws_darwin_arm64_127.node
    '6180345d453e2e113feb2b0d76376493cd6a90056c3483fc22de7b0c340dc231',
    // uws_darwin_arm64_137.node
    '2187391c702fa7ad3bf685eff7712c15cf24fa7cf324a131dfcbae3fd0f20a9a',
    // uws_darwin_x64_115.node
    'f661b97951ffdf54324e514becda0a2740f723c9fd3c7098e812a0e7714651ed',
    // uws_darwin_x64_127.node
    'fd551673f3ce1f104d7cec3ba8f628d9d04853eff1045c9d95983372ed90bca0',
    // uws_darwin_x64_137.node
    '98fd7e9456e2d37d3262b05b053d673830927f91c63c0c2ae73bde8d19eef293',
    // uws_linux_arm64_115.node
    '6bdbc8ff976b4371af1906175e9025804bacc38a414969f4f02314e6b99f206c',
    // uws_linux_arm64_127.node
    '82b79bd18d1e3563de336156005bd01b7f39fc387b65173d69a29da4ee79f895',
    // uws_linux_arm64_137.node
    '88618b30ddf6b2b62310db89f40a701616676352aac5e0f6184dd8ef876199ce',
    // uws_linux_x64_115.node
    '5b126ee00bf754b02e97e4c27090365a8562c5820c93f93918ac2212d4503e91',
    // uws_linux_x64_127.node
    '4b55b1f2cb7a7913febbb65a89496412b96af77e838552980092ba6b33723aac',
    // uws_linux_x64_137.node
    '98128405dba2fb608448e921a979530f70c946a2cc9889c15f2fa70c2d00ab05',
    // uws_win32_x64_115.node
    '1ffbe9b09607fd9c90e98661383de2bd844b06d4f25ab502f3361d8d8fac559f',
    // uws_win32_x64_127.node
    'b4fa85dd015d6d32655f75e9d5b2480124b7649d9265a2b84d8dafe37f88f838',
    // uws_win32_x64_137.node
    '84ae72d2149e6ffa2a44063344073599027b1ce8bffaab3957903f966b0c6bb9',
  ],
  [OLDER]: [
    // uws_darwin_arm64_115.node
    '5d523bccbe80d3d8fa59422ff81801b8179212b9a8a5da28bff6926a95a65701',
    // uws_darwin_arm64_127.node
    'abbeea53d48e21c01808203e9f9835728f2cea720d2e5b154837ee3045b513be',
    // uws_darwin_x64_115.node
    '1f2a5c73d9dc3066d39b675b73f2c50eddbc4f270d292a6126ddfe3757c54cf9',
    // uws_darwin_x64_127.node
    'afd992dc1ca1e33cdc7ce0c72a60baf236e590a257fcecbbbce7bc1a35451387',
    // uws_linux_arm64_115.node
    'c0e29fc143b46b584f3debec7910014ec228198fc1f17aaeacd1de7991bd3769',
    // uws_linux_arm64_127.node
    'd4c4f8b2c28c5f6544b49e36d91b0beee238a5b90a07904a947f77061c8b814d',
    // uws_linux_x64_115.node
    '6f8d96d761a64beddb060f1f7f0e617dd293ed127ec1d57507aa561a0083171e',
    // uws_linux_x64_127.node
    '8cabc918bbf9a07323e54f89a33882491080b2eb35df0607f473ccdb1f3c31af',
    // uws_win32_x64_115.node
    '58c8b8e47ae3dc6c382dbfc24656755106cbecce56add05ca2c32d5c39951ddd',
    // uws_win32_x64_127.node
    '585d6ee2dbfc750b1d5a59e6ceaef8a977e90ef3e298a82821d58b41cd72a8c0',
  ],
};

let loaded: Uws | null = null;

/**
 * The first listed binary that this machine can load.
 * @throws Error where there is none, with the reason in one line.
 */
export function loadBinary(): Uws {
  if (loaded !== null) return loaded;
  const { platform, arch, version, versions } = process;
  const name = `uws_${platform}_${arch}_${versions.modules}.node`;
  const reasons: string[] = [];
  for (const [from, listed] of Object.entries(LISTED)) {
    try {
      const path = fileURLToPath(
        new URL(FOLDERS[from as keyof typeof FOLDERS] + name, import.meta.resolve(from)),
      );
      checkListed(readFileSync(path), listed);
      loaded = createRequire(import.meta.url)(path) as Uws;
      return loaded;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== null) reasons.push(`the one of ${from} ${reason}`);
    }
  }
  const found = reasons.join(', ') || 'there is none';
  throw new Error(
    `no binary of uWebSockets.js for Node.js ${version} on ${platform} ${arch}: ${found}`,
  );
}

/** @throws Error for bytes whose SHA-256 is not one of `listed`. */
export function checkListed(bytes: Uint8Array, listed: readonly string[]): void {
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (!listed.includes(digest)) {
    throw new Error(`is not one that may be loaded (SHA-256 ${digest})`);
  }
}

/** Why a binary was not loaded; null for an absent binary. */
function reasonOf(error: unknown): string | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ERR_MODULE_NOT_FOUND') return null;
  const missing = /GLIBC_([\d.]+)' not found/.exec(messageOf(error));
  return missing === null ? messageOf(error) : `needs glibc ${missing[1]}`;
}
