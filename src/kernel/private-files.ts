/** Makes files of the process accessible to their owner only, whatever its umask was. */

/** Permission bits of the group and of others. */
export const RIGHTS_OF_OTHERS = 0o077;

/** Sets the umask: files and folders that the process makes later are accessible to their owner only. */
export function closeToOthers(): void {
  if (process.platform !== 'win32') process.umask(RIGHTS_OF_OTHERS);
}
