/** Faults thrown into the threads of a live server. */
import { fault } from '../../bench/torture/actors.js';
import { smallRun } from './small-run.js';

smallRun(fault, 4, 8);
