import { Piscina } from 'piscina';
import t from 'tap';
import { Mailbox, type Priority, prioritised } from '../../../src/engine/actor/thread.js';

function task(priority: Priority | null, name: string): Parameters<Mailbox['push']>[0] {
  if (priority === null) return { name, [Piscina.queueOptionsSymbol]: null } as never;
  return prioritised({ name }, priority) as never;
}

function drain(mailbox: Mailbox): string[] {
  const names: string[] = [];
  while (mailbox.size > 0) names.push((mailbox.shift() as { name: string }).name);
  return names;
}

t.test('urgent messages go first, and each class in the order of arrival', async (t) => {
  const mailbox = new Mailbox();
  mailbox.push(task('normal', 'fold 1'));
  mailbox.push(task('urgent', 'question 1'));
  mailbox.push(task('normal', 'fold 2'));
  mailbox.push(task('urgent', 'question 2'));
  t.equal(mailbox.size, 4);
  t.equal(mailbox.sizeOf('urgent'), 2);
  t.same(drain(mailbox), ['question 1', 'question 2', 'fold 1', 'fold 2']);
  t.equal(mailbox.shift(), null, 'an empty mailbox says so');
});

t.test('a message that could not be delivered goes back to the front of its class', async (t) => {
  const mailbox = new Mailbox();
  mailbox.push(task('normal', 'fold 2'));
  mailbox.push(task('urgent', 'question 2'));
  mailbox.unshift(task('normal', 'fold 1'));
  mailbox.unshift(task('urgent', 'question 1'));
  t.same(drain(mailbox), ['question 1', 'question 2', 'fold 1', 'fold 2']);
});

t.test('a message is taken back out wherever it stands, and only that one', async (t) => {
  const mailbox = new Mailbox();
  const tasks = ['a', 'b', 'c'].map((name) => task('normal', name));
  for (const each of tasks) mailbox.push(each);
  mailbox.remove(tasks[1]!);
  mailbox.remove(tasks[1]!);
  mailbox.remove(task('urgent', 'never pushed'));
  t.same(drain(mailbox), ['a', 'c']);
});

t.test('a message without a class is a normal one', async (t) => {
  const mailbox = new Mailbox();
  mailbox.push(task(null, 'plain'));
  mailbox.push(task('urgent', 'question'));
  t.same(drain(mailbox), ['question', 'plain']);
});
