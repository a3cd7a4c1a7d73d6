/** Versions of NATS of which it is known publicly that they lose what they acknowledged. */

interface Range {
  from: string;
  until: string;
  why: string;
  advice: string;
}

/** By the public issues of nats-server (6888; 7545, 7549, 7556, 7564) and the analysis of 2.12.1 by Jepsen. */
const TROUBLED: readonly Range[] = [
  {
    from: '2.10.20',
    until: '2.10.22',
    why: 'a stream can vanish for good after its servers were killed',
    advice: 'bring them to 2.10.23 or later, one after the other',
  },
  {
    from: '2.12.0',
    until: '2.12.1',
    why: 'damaged files of a minority of servers, or a loss of power, lost acknowledged messages in public tests',
    advice:
      'bring them to the newest version, one after the other, and set `sync_interval: always`',
  },
];
const OLDEST = '2.9.0';

/** What to tell an operator of a server's version; null where nothing is known against it. */
export function versionWarning(version: string): string | null {
  const own = numberOf(version);
  if (own === null) return null;
  if (own < numberOf(OLDEST)!)
    return `NATS ${version} is older than ${OLDEST}, which a shared log needs`;
  for (const { from, until, why, advice } of TROUBLED) {
    if (own < numberOf(from)! || own > numberOf(until)!) continue;
    return `NATS ${version}: ${why}; ${advice}`;
  }
  return null;
}

function numberOf(version: string): number | null {
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})/.exec(version);
  if (found === null) return null;
  const [major, minor, patch] = found.slice(1).map(Number) as [number, number, number];
  return (major * 1000 + minor) * 1000 + patch;
}
