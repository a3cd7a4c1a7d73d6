/** The thread that derives tags answers what is derived here, and has a successor where it fails. */
import t from 'tap';
import { workerPath } from '../../../src/app/paths.js';
import { RestartingThread } from '../../../src/engine/actor/after-crashes.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import type { NewsRecord } from '../../../src/kernel/model/records.js';
import type { Database } from '../../../src/store/database.js';
import {
  type Tagger,
  TaggingLink,
  taggerBy,
  taggerHere,
} from '../../../src/store/log/tagging-link.js';
import type { Told } from '../../../src/store/log/told.js';
import { plainNews } from '../../kernel/model/plain-records.js';

const NOW_MS = Date.UTC(2026, 0, 31, 4);
const EMPTY = { async *entries() {}, getMany: async () => [] } as unknown as Database;

async function tagsBy(tagger: Tagger): Promise<Pick<NewsRecord, 'tags' | 'ownTags'>[]> {
  const tagging = new TaggingLink(tagger);
  await tagging.load(EMPTY, 0);
  const records = Array.from({ length: 60 }, (_, at) => {
    const title = ['海港大橋封閉', '渡輪接駁 海港大橋', 'Ann Harper on ferries'][at % 3]!;
    const fields = { title: `${title} ${at}`, tags: at % 7 === 0 ? ['渡輪'] : [] };
    return plainNews(at + 1, `outlet-${at % 4}`, NOW_MS + at, fields);
  });
  for (const record of records) {
    const body = record.id % 2 === 0 ? Buffer.from(`${record.title}。`.repeat(3)) : null;
    tagging.ask(record, null, null, body, record.id);
    if (record.id % 20 === 0) await tagging.flush();
  }
  t.ok(tagging.learned.bytes > 0);
  return records.map(({ tags, ownTags }) => ({ tags, ownTags }));
}

t.test('a thread gives the tags that are derived here, before and after it fails', async (t) => {
  const here = await tagsBy(taggerHere());
  t.ok(here.some(({ tags }) => tags.includes('海港大橋')));
  const options = {
    name: 'it',
    filename: workerPath('tagging'),
    workerData: { noise: [] },
    youngMb: 16,
  };
  const thread = taggerBy(new RestartingThread(options, silentLogger));
  t.teardown(() => thread.close());
  t.strictSame(await tagsBy(thread), here);
  const torn = { begins: 1, bodies: new Uint8Array(0) } as unknown as Told;
  await t.rejects(thread.tell(torn), { code: 'STORE_WRITE_FAILED' });
  const going: Told = {
    begins: null,
    outlets: [],
    texts: [],
    numbers: [],
    bodies: new Uint8Array(0),
  };
  await t.rejects(thread.tell(going), { code: 'STORE_WRITE_FAILED' }, 'a new one knows nothing');
  t.strictSame(await tagsBy(thread), here);
});
