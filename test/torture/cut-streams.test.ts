import '../engine/actor/threads-here.js';
import { fault } from '../../bench/torture/cut-streams.js';
import { smallRun } from './small-run.js';

smallRun(fault, 2, 4);
