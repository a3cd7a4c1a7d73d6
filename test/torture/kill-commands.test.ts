import { fault } from '../../bench/torture/kill-commands.js';
import { smallRun } from './small-run.js';

smallRun(fault, 5, 15);
