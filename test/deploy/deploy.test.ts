/** The files of `deploy/`: every metric that they name exists, and their own tools find no fault. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { parse } from 'smol-toml';
import t from 'tap';
import { registerNodeMetrics } from '../../src/app/metrics/metrics.js';
import { VERSION } from '../../src/app/paths.js';
import { OPTIONS, resolveConfig, variableOf } from '../../src/kernel/config.js';
import { FORM_BYTES_MAX } from '../../src/serve/http/site.js';
import { folderFor } from '../app/cli/run-command.js';
import { startServer } from '../serve/api/harness.js';
import { root } from '../tidy/root.js';

const PROMTOOL = '/usr/bin/promtool';
const ANALYZE = '/usr/bin/systemd-analyze';
const NGINX = '/usr/sbin/nginx';
const RULES = 'deploy/prometheus/tagwire.rules.yml';
const UNIT = 'deploy/systemd/tagwire.service';
/** Filled by Prometheus itself, or only by a crawler or on Linux. */
const ELSEWHERE = new Set(['up', 'tagwire_crawl_channels', 'process_max_fds', 'process_open_fds']);

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What a text names that looks like a metric of ours or of the process. */
function metricsIn(text: string): string[] {
  const found = text.matchAll(/\b(?:tagwire|nodejs|process)_[a-z0-9_]+/g);
  return [...new Set([...found].map(([name]) => name))].filter((name) => !ELSEWHERE.has(name));
}

function run(tool: string, args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(tool, args, { cwd: root, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

t.test('dashboard and rules name metrics that a server has', async (t) => {
  const { app } = await startServer(t, { now: '2026-03-31T16:00:00Z' });
  const text = await (await fetch(`${app.adminUrl}/metrics`)).text();
  const samples = new Set([...text.matchAll(/^([a-z0-9_]+)[{ ]/gm)].map(([, name]) => name));
  const ofNode = new Registry();
  registerNodeMetrics(ofNode, () => undefined as never);
  const families = new Set([
    ...[...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
    ...ofNode.getMetricsAsArray().map(({ name }) => `tagwire_${name.replace(/^tagwire_/, '')}`),
  ]);
  const exists = (name: string) =>
    samples.has(name) || families.has(name) || families.has(name.replace(/_bucket$/, ''));
  t.notOk(exists('tagwire_request_seconds_bucket'), 'a name of before is none');
  for (const path of [RULES, 'deploy/grafana/tagwire.json', 'docs/production.md']) {
    const names = metricsIn(read(path));
    t.ok(names.length > 0, path);
    t.same(
      names.filter((name) => !exists(name)),
      [],
      path,
    );
  }
});

t.test('every panel of the dashboard asks something of the chosen source', async (t) => {
  const { panels } = JSON.parse(read('deploy/grafana/tagwire.json')) as {
    panels: { id: number; title: string; targets: { expr: string }[] }[];
  };
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const { title, targets } of panels)
    t.ok(
      targets.every(({ expr }) => expr !== ''),
      title,
    );
  if (!existsSync(PROMTOOL)) return t.comment('promtool is not installed');
  // As rules that record: JSON is YAML too.
  const rules = panels.flatMap(({ id, targets }) =>
    targets.map(({ expr }, at) => ({
      record: `panel_${id}_${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    })),
  );
  const file = join(folderFor(t), 'rules.json');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  const { status, output } = run(PROMTOOL, ['check', 'rules', file]);
  t.equal(status, 0, output);
});

t.test('promtool accepts the rules', async (t) => {
  if (!existsSync(PROMTOOL)) return t.comment('promtool is not installed');
  const { status, output } = run(PROMTOOL, ['check', 'rules', RULES]);
  t.equal(status, 0, output);
});

t.test('systemd accepts the unit, and calls it safe', async (t) => {
  if (!existsSync(ANALYZE)) return t.comment('systemd is not installed');
  const security = run(ANALYZE, ['security', '--offline=true', UNIT]);
  const level = Number(/exposure level for tagwire.service: ([\d.]+)/.exec(security.output)?.[1]);
  t.ok(level > 0 && level < 3, security.output.slice(-200));
  const { output } = run(ANALYZE, ['verify', UNIT]);
  // What it starts lies elsewhere here.
  const faults = output
    .split('\n')
    .filter((line) => line !== '' && !/is not executable/.test(line));
  t.same(faults, []);
});

t.test('options named in container and unit are options', async (t) => {
  const known = new Set(OPTIONS.map(({ name }) => variableOf(name)));
  for (const path of ['Dockerfile', 'compose.yaml', UNIT, 'docs/production.md']) {
    const named = [...read(path).matchAll(/\bTAGWIRE_[A-Z_]+/g)].map(([name]) => name);
    t.same(
      named.filter((name) => !known.has(name) && name !== 'TAGWIRE_CONFIG'),
      [],
      path,
    );
  }
  const example = /```toml\n([^`]+)```/.exec(read('docs/production.md'))?.[1] ?? '';
  t.ok(resolveConfig({ flags: {}, environment: {}, file: parse(example) }).trustedProxies.length);
});

t.test('image and steps put the command of the docs on the PATH', async (t) => {
  for (const path of ['Dockerfile', 'docs/production.md']) {
    const link = /\bln -s \/(?:app|opt\/tagwire)\/(\S+) \/usr\/local\/bin\/tagwire\b/.exec(
      read(path),
    );
    const folder = folderFor(t);
    symlinkSync(join(root, link?.[1] ?? 'none'), join(folder, 'tagwire'));
    const { status, output } = run(join(folder, 'tagwire'), ['--version']);
    t.same([status, output.trim()], [0, VERSION], path);
  }
});

t.test('behind nginx bodies are as large as the server takes them, and streams flow', async (t) => {
  const file = read('deploy/nginx/tagwire.conf');
  const bodies = [...file.matchAll(/^ *client_max_body_size (\d+)([km]);$/gm)].map(
    ([, count, unit]) => Number(count) * (unit === 'm' ? 1024 * 1024 : 1024),
  );
  t.same(bodies, [1024 * 1024, FORM_BYTES_MAX], 'of /mcp and /match, and of forms');
  t.equal(file.match(/^ *proxy_buffering off;$/gm)?.length, 2);
});

t.test('nginx speaks HTTP/2, also over IPv6', async (t) => {
  const file = read('deploy/nginx/tagwire.conf');
  t.equal(file.match(/^ *listen 443 ssl http2;$/gm)?.length, 2);
  t.equal(file.match(/^ *listen \[::\]:443 ssl http2;$/gm)?.length, 2);
});

t.test('nginx accepts its file', async (t) => {
  if (!existsSync(NGINX)) return t.comment('nginx is not installed');
  const folder = folderFor(t);
  // Without certificates, which nobody has for these names.
  const plain = read('deploy/nginx/tagwire.conf')
    .replaceAll('listen 443 ssl', 'listen 127.0.0.1:18443')
    .replaceAll('listen [::]:443 ssl', 'listen [::1]:18443')
    .replaceAll(/^ *ssl_certificate.*$/gm, '');
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${plain}\n}\n`);
  const { status, output } = run(NGINX, ['-t', '-p', folder, '-c', file]);
  t.equal(status, 0, output);
});
