import { fault } from '../../bench/torture/replay.js';
import { smallRun } from './small-run.js';

smallRun(fault, 1);
