/** What administrators did is taken back for ten minutes, by the clock of the audit log. */
import t from 'tap';
import { type AdminParts, StoreAdmin } from '../../src/app/admin-backend.js';
import { HOUR_MS, ManualClock, MINUTE_MS } from '../../src/kernel/clock.js';
import { Accounts } from '../../src/store/accounts/accounts.js';
import { COMMAND_LINE } from '../../src/store/accounts/audit.js';
import { tempFolder } from '../store/helper.js';

t.test('what was hidden is shown again within ten minutes, and not later', async (t) => {
  const clock = new ManualClock(HOUR_MS);
  const accounts = Accounts.open(tempFolder(t), clock);
  const ingested: string[] = [];
  const ingest = async ([bytes]: Uint8Array[]) => {
    ingested.push(Buffer.from(bytes!).toString().trim());
    return { rejects: [] };
  };
  // The records may be of any time.
  const parts = { accounts, clock: new ManualClock(0), pipeline: { ingest } };
  const admin = new StoreAdmin(parts as unknown as AdminParts);
  await admin.mask(COMMAND_LINE, 'media', 'gazette', true);
  const [entry] = accounts.audit(1);
  clock.advance(10 * MINUTE_MS);
  t.ok(admin.canUndo(entry!));
  clock.advance(1);
  t.notOk(admin.canUndo(entry!));
  await t.rejects(admin.undo(COMMAND_LINE, entry!.id), /undone no longer/);
  t.equal(ingested.length, 1);
  clock.advance(-1);
  await admin.undo(COMMAND_LINE, entry!.id);
  t.same(
    ingested.map((line) => JSON.parse(line)),
    [
      { kind: 'hide', target: 'media', key: 'gazette' },
      { kind: 'show', target: 'media', key: 'gazette' },
    ],
  );
});
