/**
 * What bodies are to an index. They leave the log seven days after publication, so this decides what
 * a thread may start from, and what becomes of ticks that a rewind made void.
 *
 *             folds bodies          starts from                  ticks that are void
 *   none      no                    any snapshot, or nothing     are left out
 *   wanted    where they are there  any snapshot, or nothing     are left out
 *   needed    all                   what holds all that is gone  it folded them, and folds the rewind
 */
export type BodyUse = 'none' | 'wanted' | 'needed';
