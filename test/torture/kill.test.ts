import '../engine/actor/threads-here.js';
import { fault } from '../../bench/torture/kill.js';
import { smallRun } from './small-run.js';

smallRun(fault, 6, 12);
