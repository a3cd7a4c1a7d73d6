import { fault } from '../../bench/torture/clock.js';
import { smallRun } from './small-run.js';

smallRun(fault, 3, 8);
