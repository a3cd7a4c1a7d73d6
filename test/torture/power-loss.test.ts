import { fault } from '../../bench/torture/power-loss.js';
import { smallRun } from './small-run.js';

smallRun(fault, 40);
