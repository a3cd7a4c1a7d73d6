/** The thread of the ingest log: the only one that opens the store. */
import { workerData } from 'node:worker_threads';
import { yieldToFront } from '../src/actor/priority.js';
import { createLogger, type LogLevel } from '../src/kernel/logger.js';
import { createLogService } from '../src/log/service.js';

yieldToFront();

const { level } = workerData as { level: LogLevel };

export default createLogService(createLogger(level, 'log'));
