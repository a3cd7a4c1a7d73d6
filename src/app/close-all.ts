/**
 * Closes what a process has opened, the newest first and each once.
 *
 * What cannot be closed does not keep the rest open: a process with a thread left does not end.
 * @throws the first failure, when everything was tried.
 */
export async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.splice(0).reverse()) {
    await close().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
