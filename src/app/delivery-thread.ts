/**
 * The thread that posts to addresses which others have named: webhooks, a hub. It is started by the
 * first delivery.
 */
import { WorkPool } from '../engine/actor/work-pool.js';
import type { Config } from '../kernel/config.js';
import { messageOf } from '../kernel/errors.js';
import { WEBHOOKS } from '../kernel/limits.js';
import type { Delivery, DeliveryResult } from '../serve/streams/webhook-message.js';
import { userAgentOf } from './crawling/user-agent.js';
import { workerPath } from './paths.js';

export class DeliveryThread {
  readonly #config: Config;
  readonly #allow: readonly string[];
  #pool: WorkPool | null = null;

  /** `allow`: ranges that may be connected to beside the public web. */
  constructor(config: Config, allow: readonly string[]) {
    this.#config = config;
    this.#allow = allow;
  }

  /** Posts to an address of the public web, or of what is allowed beside. Never rejects. */
  async send(delivery: Delivery): Promise<DeliveryResult> {
    const { taskMsMax, heapMb, underWayMax } = WEBHOOKS;
    this.#pool ??= new WorkPool({
      ...{ filename: workerPath('deliver'), threads: 1, tasksPerThread: underWayMax },
      ...{ waitingMax: underWayMax, taskMsMax, heapMb },
    });
    const task = { ...delivery, allow: this.#allow, userAgent: userAgentOf(this.#config) };
    try {
      const outcome = await this.#pool.run<DeliveryResult>(task);
      if (outcome.kind === 'done') return outcome.value;
      return failed(outcome.kind === 'failed' ? outcome.message : outcome.kind);
    } catch (error) {
      return failed(messageOf(error));
    }
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await this.#pool?.close();
  }
}

function failed(why: string): DeliveryResult {
  const message = `It could not be sent: ${why}.`;
  return { isAccepted: false, status: 0, message, retryAfterMs: null };
}
