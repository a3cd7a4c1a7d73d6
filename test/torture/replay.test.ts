import '../engine/actor/threads-here.js';
import { fault } from '../../bench/torture/replay.js';
import { smallRun } from './small-run.js';

// In the first world things are hidden and shown, in the second erased as well, the third is larger.
smallRun(fault, 1, 3);
