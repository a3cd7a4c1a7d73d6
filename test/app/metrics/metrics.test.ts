/** The metrics of a live server: form, names, and what they count. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import t from 'tap';
import { BUCKET_SECONDS, RequestTally } from '../../../src/app/metrics/requests.js';
import { REPLIES } from '../../../src/kernel/limits.js';
import { startServer } from '../../serve/api/harness.js';

const PROMTOOL = '/usr/bin/promtool';
const { app, get, ingest } = await startServer(t, { now: '2026-03-31T16:00:00Z' });
await ingest([{ kind: 'nothing' }]);
await get('/api/v1/media');
for (let time = 0; time < 3; time++) await get('/api/v1/topics');
const text = await (await fetch(`${app.adminUrl}/metrics`)).text();

function sampleOf(sample: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return Number(line?.slice(sample.length + 1) ?? Number.NaN);
}

t.test('promtool finds nothing to say about them', async (t) => {
  if (!existsSync(PROMTOOL)) {
    t.comment('promtool is not installed');
    return;
  }
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  t.equal(status, 0, `${stdout}${stderr}`);
  const wrong = spawnSync(PROMTOOL, ['check', 'metrics'], {
    input: '# TYPE a_total gauge\na_total 1\n',
  });
  t.not(wrong.status, 0, 'and would, if there were something');
});

t.test('durations are a histogram whose buckets add up', async (t) => {
  t.match(text, /^# TYPE tagwire_request_duration_seconds histogram$/m);
  const labels = 'service="news",route="/api/v1/media",status="2xx"';
  const name = 'tagwire_request_duration_seconds';
  const within = [...BUCKET_SECONDS, '+Inf'].map((le) =>
    sampleOf(`${name}_bucket{${labels},le="${le}"}`),
  );
  t.equal(within.at(-1), 1);
  t.equal(sampleOf(`${name}_count{${labels}}`), 1);
  t.ok(sampleOf(`${name}_sum{${labels}}`) > 0);
  for (const [at, count] of within.entries()) t.ok(count >= (within[at - 1] ?? 0));
});

t.test('an answer is counted in the bucket of its time and the class of its status', async (t) => {
  const tally = new RequestTally();
  const { observe } = tally.observer('news');
  observe('/a', 200, BUCKET_SECONDS[0]!);
  observe('/a', 204, BUCKET_SECONDS[1]!);
  observe('/a', 503, 99);
  const [one] = tally.all();
  t.same(one?.durations[2]?.buckets.slice(0, 3), [1, 1, 0]);
  t.equal(one?.durations[5]?.buckets.at(-1), 1);
  t.equal(one?.durations[4], null);
  t.same(
    [...(one?.byStatus ?? [])],
    [
      [200, 1],
      [204, 1],
      [503, 1],
    ],
  );
});

t.test('the cache of replies tells what it holds and how often it helped, by route', async (t) => {
  const labels = 'service="news",route="/api/v1/topics"';
  t.equal(sampleOf(`tagwire_reply_cache_misses_total{${labels}}`), 1);
  t.equal(sampleOf(`tagwire_reply_cache_hits_total{${labels}}`), 2);
  t.equal(sampleOf(`tagwire_reply_cache_items{${labels}}`), 1);
  t.ok(sampleOf(`tagwire_reply_cache_bytes{${labels}}`) > REPLIES.itemBytes);
  t.equal(sampleOf('tagwire_reply_cache_items{service="blog",route="/api/v1/topics"}'), 0);
});

t.test('ingest, disk, time and versions are there', async (t) => {
  t.equal(sampleOf('tagwire_ingest_lines_total{result="refused"}'), 1);
  t.equal(sampleOf('tagwire_ingest_requests_total'), 1);
  t.ok(sampleOf('tagwire_disk_bytes{part="log"}') > 0);
  t.ok(sampleOf('tagwire_disk_size_bytes') >= sampleOf('tagwire_disk_free_bytes'));
  t.equal(
    sampleOf('tagwire_last_tick_timestamp_seconds'),
    Date.parse('2026-03-31T16:00:00Z') / 1000,
  );
  t.ok(sampleOf('tagwire_last_snapshot_timestamp_seconds') > 1.7e9);
  t.ok(text.includes(`node="${process.version}",http="uWebSockets.js"} 1`));
  t.notMatch(text, /^tagwire_index_items\{[^}]*[A-Z]/m, 'labels are in small letters');
});
