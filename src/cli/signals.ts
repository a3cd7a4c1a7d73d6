/**
 * What the process does at signals: SIGINT and SIGTERM stop it, a second one at once; SIGHUP reads
 * files again.
 */

export interface SignalActions {
  stop(): void;
  reload?(): void;
}

/** @returns how to listen no more. */
export function onSignals({ stop, reload }: SignalActions): () => void {
  let isStopping = false;
  const onStop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop();
  };
  const onReload = (): void => reload?.();
  process.on('SIGINT', onStop);
  process.on('SIGTERM', onStop);
  if (reload !== undefined) process.on('SIGHUP', onReload);
  return () => {
    process.off('SIGINT', onStop);
    process.off('SIGTERM', onStop);
    process.off('SIGHUP', onReload);
  };
}
