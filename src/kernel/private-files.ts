/** Files of the process are its owner's alone, whatever its mask was. */

/** All rights of the group and of others. */
export const RIGHTS_OF_OTHERS = 0o077;

/** From here on the process makes files and folders that its owner alone can use. */
export function closeToOthers(): void {
  if (process.platform !== 'win32') process.umask(RIGHTS_OF_OTHERS);
}
