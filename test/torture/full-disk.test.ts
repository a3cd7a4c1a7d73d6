import { fault } from '../../bench/torture/full-disk.js';
import { smallRun } from './small-run.js';

smallRun(fault, 3);
