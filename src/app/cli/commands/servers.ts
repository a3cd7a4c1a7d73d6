/**
 * Declares the commands that serve, and what is beside a server: `tagwire serve`, the demo and its corpus, the doctor,
 * and the tools of agents over standard input and output.
 */
import { type Command, Option } from 'commander';
import { OPTIONS } from '../../../kernel/config.js';
import { addOptions, late, whole } from '../options.js';
import { worldOption } from '../worlds.js';

const runServe = () => import('../actions/serve.js');

export function addServe(program: Command): void {
  const command = program.command('serve').description('serve both APIs from a store');
  addOptions(
    command,
    OPTIONS.map(({ name }) => name),
  ).action(late(runServe, ({ serveStore }) => serveStore));
}

const runDemo = () => import('../actions/demo.js');

export function addDemo(program: Command): void {
  const command = program
    .command('demo')
    .description('serve an invented world, whose sites are crawled live');
  addOptions(command, [
    'data',
    'host',
    'blogPort',
    'newsPort',
    'adminPort',
    'rateLimitNews',
    'rateLimitPages',
    'logLevel',
    'accessLog',
  ])
    .addOption(worldOption())
    .action(late(runDemo, ({ demo }) => demo));
}

const runGenerate = () => import('../actions/generate.js');

export function addGenerate(program: Command): void {
  program
    .command('generate')
    .description('write a seeded, invented corpus of news and blogs as NDJSON')
    .addOption(
      new Option('--seed <integer>', 'names the world').default(1).argParser(whole(0, 2 ** 53 - 1)),
    )
    .addOption(new Option('--days <integer>', 'length').default(7).argParser(whole(1, 36_500)))
    .option('--end <time>', 'where it ends (default: the hour that has begun)')
    .addOption(new Option('--media <integer>', 'outlets').default(30).argParser(whole(1, 200)))
    .addOption(
      new Option('--per-day <integer>', 'articles a day')
        .default(2000)
        .argParser(whole(1, 100_000)),
    )
    .addOption(new Option('--blogs <integer>', 'blogs').default(40).argParser(whole(0, 20_000)))
    .addOption(worldOption())
    .option('--out <file>', 'file to write, gzip if it ends in .gz (default: standard output)')
    .action(late(runGenerate, ({ generate }) => generate));
}

const runDoctor = () => import('../actions/doctor.js');

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('say what is wrong with machine, store or server; ends with 1 when something is')
    .option('--json', 'as JSON, for programs')
    .option('--memory', 'also where the memory of the running server goes: threads, indices');
  addOptions(command, [
    'data',
    'host',
    'blogPort',
    'newsPort',
    'adminHost',
    'adminPort',
    'httpServer',
  ]).action(late(runDoctor, ({ doctor }) => doctor));
}

const runMcp = () => import('../actions/mcp.js');

export function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description('give agents the tools of a running server, over standard input and output')
    .option('--news-url <url>', 'the news service (default: the one on this machine)')
    .option('--blog-url <url>', 'the blog service (default: the one on this machine)');
  addOptions(command, ['host', 'newsPort', 'blogPort']).action(
    late(runMcp, ({ serveTools }) => serveTools),
  );
}
