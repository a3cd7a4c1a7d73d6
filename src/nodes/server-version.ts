/** Versions of NATS of which it is known publicly that they lose what they acknowledged. */

interface Range {
  from: string;
  until: string;
  why: string;
}

const TROUBLED: readonly Range[] = [
  { from: '2.10.20', until: '2.10.22', why: 'streams were reported to vanish after a restart' },
  {
    from: '2.12.0',
    until: '2.12.1',
    why: 'a loss of power, or damage on a minority of servers, lost acknowledged messages in public tests',
  },
];
const OLDEST = '2.9.0';

/** What to tell an operator of a server's version; null where nothing is known against it. */
export function versionWarning(version: string): string | null {
  const own = numberOf(version);
  if (own === null) return null;
  if (own < numberOf(OLDEST)!)
    return `NATS ${version} is older than ${OLDEST}, which a shared log needs`;
  for (const { from, until, why } of TROUBLED) {
    if (own < numberOf(from)! || own > numberOf(until)!) continue;
    return `NATS ${version}: ${why}; bring its servers to another version, one after the other`;
  }
  return null;
}

function numberOf(version: string): number | null {
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})/.exec(version);
  if (found === null) return null;
  const [major, minor, patch] = found.slice(1).map(Number) as [number, number, number];
  return (major * 1000 + minor) * 1000 + patch;
}
