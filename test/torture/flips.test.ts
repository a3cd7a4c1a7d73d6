/** Damaged files are noticed and named, and a repair never makes it worse. */
import '../engine/actor/threads-here.js';
import { fault } from '../../bench/torture/flips.js';
import { smallRun } from './small-run.js';

smallRun(fault, 24, 80);
