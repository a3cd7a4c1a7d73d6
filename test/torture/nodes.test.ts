import { fault } from '../../bench/torture/nodes.js';
import { smallRun } from './small-run.js';

smallRun(fault, 2, 13);
