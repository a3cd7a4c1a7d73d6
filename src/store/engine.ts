/**
 * Keeps LevelDB's code in memory for as long as the process lives.
 *
 * LevelDB compacts on a thread of its own, which never ends. Its code is unloaded with the last
 * thread of ours that had loaded it: if that is the log's, then a thread of LevelDB's which is not
 * quite asleep goes on in code that is gone, and the process ends by SIGSEGV. So the main thread,
 * whose code is never unloaded, loads it too; it opens nothing.
 */
import './database.js';
