import { fault } from '../../bench/torture/fsync.js';
import { smallRun } from './small-run.js';

smallRun(fault, 3);
