/**
 * `tagwire blog …`: registers, verifies, masks and lists blogs, in a store or through the server
 * that holds it.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/blog.js');

export function addBlog(program: Command): void {
  const blog = program.command('blog').description('register, verify, hide and list blogs');
  const command = (usage: string, describes: string): Command =>
    addOptions(blog.command(usage).description(describes), ['data', 'clock', 'logLevel']);

  command('add [slug]', 'register a blog, change one, or import lists of candidates')
    .option('--file <list...>', 'OPML, CSV, INI or text: every blog in it becomes a candidate')
    .option('--dry-run', 'print the records of --file instead of storing them')
    .option('--name <text>', 'name of the blog')
    .option('--url <address>', 'its home page')
    .option('--category <text>')
    .option('--description <text>')
    .option('--feed <address...>', 'its feeds; whether atom or sitemap follows from the address')
    .option('--alias <prefix...>', 'other hosts or host/path prefixes of its pages')
    .option('--unverified', 'only as a candidate')
    .action(late(run, ({ add }) => add));
  command('verify <slug...>', 'list candidates publicly').action(
    late(
      run,
      ({ setVerified }) =>
        (slugs: string[], _, own) =>
          setVerified(own, slugs, true),
    ),
  );
  command('unverify <slug...>', 'take blogs back to the candidates').action(
    late(
      run,
      ({ setVerified }) =>
        (slugs: string[], _, own) =>
          setVerified(own, slugs, false),
    ),
  );
  for (const kind of ['hide', 'show'] as const) {
    const what = kind === 'hide' ? 'hide' : 'show again';
    command(`${kind} [slug...]`, `${what} blogs, or posts by address, at once`)
      .option('--post <address...>', 'posts instead of whole blogs')
      .action(
        late(
          run,
          ({ maskBlogs }) =>
            (slugs: string[], flags: object, own: Command) =>
              maskBlogs(kind, slugs, flags, own),
        ),
      );
  }
  command('list', 'print code, state, name and home page of blogs')
    .option('--candidates', 'only unverified ones')
    .option('--verified', 'only verified ones')
    .option('--json', 'as records of ingest, one a line')
    .action(late(run, ({ list }) => list));
}
