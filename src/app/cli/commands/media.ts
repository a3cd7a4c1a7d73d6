/**
 * `tagwire media …`: masks, switches and lists the media of the news service, in a store or through
 * the server that holds it.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/media.js');

export function addMedia(program: Command): void {
  const media = program.command('media').description('hide, enable, disable and list media');
  const command = (usage: string, describes: string): Command =>
    addOptions(media.command(usage).description(describes), ['data', 'clock', 'logLevel']);

  command('list', 'print code, state, camp, title and home page of media')
    .option('--json', 'as records, one a line')
    .action(late(run, ({ list }) => list));
  command('known', 'add media that others often cite, so that citations of them are found')
    .option('--list', 'only print those that would be added')
    .action(late(run, ({ known }) => known));
  for (const kind of ['hide', 'show'] as const) {
    const what = kind === 'hide' ? 'hide' : 'show again';
    command(`${kind} [media...]`, `${what} media, or articles by address, at once`)
      .option('--article <address...>', 'articles instead of whole media')
      .action(
        late(
          run,
          ({ maskMedia }) =>
            (codes: string[], flags: object, own: Command) =>
              maskMedia(kind, codes, flags, own),
        ),
      );
  }
  for (const enabled of [true, false]) {
    const word = enabled ? 'enable' : 'disable';
    command(
      `${word} <media...>`,
      `${enabled ? 'collect and rank' : 'no longer collect or rank'} media`,
    ).action(
      late(
        run,
        ({ setEnabled }) =>
          (codes: string[], _, own) =>
            setEnabled(own, codes, enabled),
      ),
    );
  }
}
