import { fault } from '../../bench/torture/replay.js';
import { smallRun } from './small-run.js';

// The first of these worlds has something erased, the second only hidden.
smallRun(fault, 2, 2);
