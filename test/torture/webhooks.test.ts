import { fault } from '../../bench/torture/webhooks.js';
import { smallRun } from './small-run.js';

smallRun(fault, 2, 10);
