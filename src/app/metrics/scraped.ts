/**
 * Figures in Prometheus form that are read at each scrape, from every source that there is then.
 */
import { Counter, Gauge, type Registry } from 'prom-client';

/** What names a source among others. */
type LabelsOf<T> = (source: T) => { [name: string]: string };

type Add<T> = (name: string, help: string, read: (source: T) => number) => void;

/** Adds gauges and counters of `sources` to a registry; names begin with `tagwire_`. */
export function scraped<T>(
  registry: Registry,
  sources: () => readonly T[],
  labelNames: string[] = [],
  labelsOf: LabelsOf<T> = () => ({}),
): { gauge: Add<T>; counter: Add<T> } {
  const registers = [registry];
  return {
    gauge: (name, help, read) => {
      const metric = new Gauge({
        ...{ name: `tagwire_${name}`, help, labelNames, registers },
        collect: () => {
          for (const one of sources()) metric.set(labelsOf(one), read(one));
        },
      });
    },
    counter: (name, help, read) => {
      const metric = new Counter({
        ...{ name: `tagwire_${name}_total`, help, labelNames, registers },
        collect: () => {
          metric.reset();
          for (const one of sources()) metric.inc(labelsOf(one), read(one));
        },
      });
    },
  };
}
