/** How threads are made; for tests that break them. */
export interface ThreadSettings {
  /** Absolute path of the worker module of an index, or of `log`. */
  workerPath?: (name: string) => string;
  /** How long a thread that has work may be silent. */
  silentMsMax?: number;
}
