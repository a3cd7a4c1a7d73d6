import { fault } from '../../bench/torture/torn-log.js';
import { smallRun } from './small-run.js';

smallRun(fault, 60);
