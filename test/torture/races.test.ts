import '../engine/actor/threads-here.js';
import { fault } from '../../bench/torture/races.js';
import { smallRun } from './small-run.js';

smallRun(fault, 2, 3);
