import { fault } from '../../bench/torture/fuzz.js';
import { smallRun } from './small-run.js';

smallRun(fault, 300, 3000);
