/**
 * Long work as a generator that pauses after each millisecond or so: whoever runs it may do something else
 * in between. Where it pauses follows from the work and not from a clock.
 */

/** Does the work at a stretch. */
export function finished<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
