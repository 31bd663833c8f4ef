import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { until } from '#tests/harness/until.ts';
import type { Config } from '../../settings/config.ts';
import { mailTask } from '../mail/mail-task.ts';
import { root } from '../runtime/root.ts';
import { serveMetrics } from './metrics.ts';

/** Values by metric and labels, such as `headrack_unsent_mails{state="waiting"}`. */
async function scrape(port: number): Promise<Record<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line && line[0] !== '#');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

onBothWhenFull('metrics', (engine) => {
  async function watchedApp(config: Partial<Config> = {}) {
    const port = await freePort();
    const t = await startApp(engine, { config: { metricsPort: port, ...config } });
    const server = await serveMetrics(t.ctx);
    onTestFinished(async () => {
      server?.close();
      if (server) await once(server, 'close');
      await t.close().catch(() => {});
    });
    return { ...t, port };
  }

  test('alert rules and dashboard read metrics that exist, and rules name a section of operations.md', async () => {
    const backupDir = newFolder();
    mkdirSync(join(backupDir, '2026-11-23'));
    writeFileSync(join(backupDir, '2026-11-23/manifest.json'), '{}');
    const trial = { at: '2026-11-23T08:00:00Z', backup: '2026-11-23', problem: 'damaged' };
    writeFileSync(join(backupDir, 'last-trial.json'), JSON.stringify(trial));
    const { app, ctx, port } = await watchedApp({ backupDir });
    ctx.browserErrors.note({
      ...{ kind: 'error', message: 'x', stack: '', path: '/' },
      ...{ build: '', request_id: '' },
    });
    await ctx.storage.remove('resumes/0e0c5a56-6a1c-4d11-9d0a-7f0a6a3c5a10.pdf');
    const mail = { to: 'dale@example.com', subject: 'Hello', text: 'Hello' };
    await ctx.mailer.enqueue(ctx.db, [mail]);
    await mailTask(ctx).run();
    ctx.telemetry?.socketEvent('send_message', 0, false);
    const limits = { every: 3_600_000, limit: 1 };
    ctx.tasks.add({ name: 'stuck', ...limits, run: () => new Promise(() => {}) });
    ctx.tasks.add({ name: 'ill', ...limits, run: () => Promise.reject(new Error('no')) });
    await until('both ran', 30_000, () => ctx.tasks.stuck.length > 0 && ctx.tasks.runs.has('ill'));
    await app.inject('/api/careers');
    const values = await scrape(port);
    expect(values).toMatchObject({
      headrack_backup_day_seconds: Date.parse('2026-11-23') / 1000,
      headrack_backup_restorable: 0,
    });
    const served = new Set(Object.keys(values).map((name) => name.replace(/\{.*/, '')));
    const docs = join(root, 'docs');
    const rules = readFileSync(join(docs, 'prometheus-alerts.yml'), 'utf8');
    const dashboard = readFileSync(join(docs, 'grafana-dashboard.json'), 'utf8');
    const read = `${rules}${dashboard}`.match(/\b(headrack|http|process|nodejs)_\w+/g) ?? [];
    // Each engine has some of its own.
    const own = engine === 'sqlite' ? /_database_connections$/ : /_database_(commit|wal)_/;
    const missing = [...new Set(read).difference(served)].filter((name) => !own.test(name));
    expect(missing).toEqual([]);
    expect(JSON.parse(dashboard).panels.length).toBeGreaterThan(20);
    const headings = readFileSync(join(docs, 'operations.md'), 'utf8').matchAll(/^#+ (.+)$/gm);
    const anchors = [...headings].map(
      ([, text = '']) => `#${text.toLowerCase().replace(/ /g, '-')}`,
    );
    const sections = [...rules.matchAll(/then: "(.+)"/g)].map(([, section]) => section);
    expect(sections).toHaveLength(rules.match(/- alert:/g)?.length ?? 0);
    expect(new Set(sections).difference(new Set(anchors))).toEqual(new Set());
  });
});
