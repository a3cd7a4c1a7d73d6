/**
 * Server-sent events as they come out of a body.
 *
 * Invariant: an event is told when its empty line has come, however the bytes were cut.
 */

export interface SentEvent {
  event: string;
  data: string;
  /** Null where the event brings none. */
  id: string | null;
}

/** The events of a body; an event without data may still bring an id. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Null for a comment, which only shows that the stream is alive. */
function eventOf(block: string): SentEvent | null {
  const found: SentEvent = { event: 'message', data: '', id: null };
  let isEvent = false;
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const value = line.slice(at + 1).replace(/^ /, '');
    const name = line.slice(0, at);
    if (name === 'event') found.event = value;
    else if (name === 'data') found.data += found.data === '' ? value : `\n${value}`;
    else if (name === 'id') found.id = value;
    else continue;
    isEvent = true;
  }
  return isEvent ? found : null;
}
