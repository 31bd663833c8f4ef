/**
 * The unit, the compose file and the manifests of deploy/: each setting in them exists, and what hardens them is there.
 * These are assertions about the files' text; docs/operations.md says what else was tried.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { fileSettings } from '#server/settings/config.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { finalStage, root } from './containerfile.ts';

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const valuesOf = (text: string): [name: string, value: string][] =>
  [...text.matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
const namesOf = (path: string) => valuesOf(textOf(path)).map(([name]) => name);

interface Service {
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  logging?: { driver: string; options: Record<string, string> };
  healthcheck?: { test: string[] };
  environment?: Record<string, string | null>;
  volumes?: string[];
  networks?: string[] | Record<string, { ipv4_address?: string }>;
}

const compose: {
  services: Record<string, Service>;
  networks: { web: { ipam: { config: { subnet: string }[] } } };
  volumes: Record<string, null>;
} = parse(textOf('compose.yaml'), { merge: true });
const environment = compose.services.headrack?.environment ?? {};
const unit = textOf('deploy/headrack.service');
const unitSettings = valuesOf((/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').replaceAll(' ', '\n'));

/** What the runbook writes to the file of settings. */
const runbookSettings = [...textOf('docs/runbook.md').matchAll(/"\$SETTINGS" <<END\n(.*?)END/gs)]
  .map(([, lines]) => lines)
  .join('');

/** What Node, the AWS SDK and the other containers read. */
const foreign =
  /^(NODE_(ENV|COMPILE_CACHE)|PATH|(AWS|RESTIC)_\w+|COMPOSE_PROFILES|DOMAIN|POSTGRES_PASSWORD)$/;

test.each([
  ['Containerfile', Object.keys(finalStage().env)],
  ['compose.yaml', Object.keys(environment)],
  ['.env.example', namesOf('.env.example')],
  ['headrack.service', unitSettings.map(([name]) => name)],
  ['settings.env', namesOf('deploy/kubernetes/settings.env')],
  ['secrets.env.example', namesOf('deploy/kubernetes/secrets.env.example')],
  ['runbook.md', valuesOf(runbookSettings).map(([name]) => name)],
])('every setting in %s exists', (_file, names) => {
  expect(names.length).toBeGreaterThan(2);
  const config = textOf('server/settings/config.ts') + textOf('server/main.mjs');
  const known = (name: string) => new RegExp(`'${name}'|env\\.${name}\\b`).test(config);
  expect(names.filter((name) => !foreign.test(name) && !known(name))).toEqual([]);
});

test('docs/operations.md names the settings that may be files', () => {
  const line = textOf('docs/operations.md')
    .split('\n')
    .find((text) => text.includes('`_FILE`'));
  expect(fileSettings.filter((name) => !line?.includes(`\`${name}\``))).toEqual([]);
});

test.each([
  ['server/serve.ts', 'shutdownMs = 10_000;'],
  ['deploy/headrack.service', 'TimeoutStopSec=20\n'],
  ['compose.yaml', 'stop_grace_period: 20s\n'],
  [
    'docs/operations.md',
    'docker run --detach --name headrack --restart unless-stopped --stop-timeout 20',
  ],
  // Of these, 10 s are the pause before SIGTERM.
  ['deploy/kubernetes/headrack.yaml', 'terminationGracePeriodSeconds: 30\n'],
])('%s gives open requests 10 s, and the server as much to end (FLT11)', (path, text) => {
  expect(textOf(path)).toContain(text);
});

test('every container is read-only, without capabilities and checked, and its log is bounded', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    });
    // The check of ours is in the image.
    if (name !== 'headrack') expect(service.healthcheck?.test.length, name).toBeGreaterThan(1);
    expect(service.image, name).not.toMatch(/:latest$/);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      const exists = source.startsWith('.')
        ? existsSync(join(root, source))
        : source in compose.volumes;
      expect(exists, volume).toBe(true);
    }
  }
  const { targets } = finalStage();
  for (const volume of compose.services.headrack?.volumes ?? []) {
    // A volume takes its owner from the image's folder.
    expect(targets).toContain(volume.split(':')[1]);
  }
});

test("the server trusts the address that compose.yaml gives Caddy, and Caddy's alone", () => {
  const networks = compose.services.caddy?.networks;
  const address = Array.isArray(networks) ? undefined : networks?.web?.ipv4_address;
  expect(address).toBe(environment.TRUST_PROXY);
  expect(compose.networks.web.ipam.config[0]?.subnet).toBe(`${address?.replace(/\d+$/, '0')}/24`);
});

test('the Kubernetes manifests fit together and match the image', () => {
  const documents = parseAllDocuments(textOf('deploy/kubernetes/headrack.yaml')).map((document) =>
    document.toJS(),
  );
  const [deployment, budget, service, ingress] = documents;
  expect(documents.map(({ kind }) => kind)).toEqual([
    'Deployment',
    'PodDisruptionBudget',
    'Service',
    'Ingress',
  ]);
  const { labels } = deployment.spec.template.metadata;
  expect(deployment.spec.selector.matchLabels).toEqual(labels);
  expect(budget.spec.selector.matchLabels).toEqual(labels);
  expect(service.spec.selector).toEqual(labels);
  expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);

  const { containers, securityContext, volumes } = deployment.spec.template.spec;
  const [container] = containers;
  const { user, env } = finalStage();
  expect(`${securityContext.runAsUser}:${securityContext.runAsGroup}`).toBe(user);
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(container.ports[0]).toEqual({ name: 'http', containerPort: Number(env.PORT) });
  expect(container.livenessProbe.httpGet.path).toBe('/healthz');
  expect(container.readinessProbe.httpGet.path).toBe('/readyz');
  const mounts = container.volumeMounts as { name: string; mountPath: string }[];
  expect(mounts.map(({ name }) => name)).toEqual(volumes.map(({ name }: { name: string }) => name));
  expect(mounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);

  const kustomization = parse(textOf('deploy/kubernetes/kustomization.yaml'));
  const generated = [...kustomization.configMapGenerator, ...kustomization.secretGenerator];
  const used = container.envFrom.map(
    (source: Record<string, { name: string }>) => Object.values(source)[0]?.name,
  );
  expect(generated.map(({ name }) => name)).toEqual(used);
  expect(kustomization.images[0].name).toBe(container.image);
  const [rule] = ingress.spec.rules;
  expect(rule.http.paths[0].backend.service).toEqual({
    name: service.metadata.name,
    port: { name: service.spec.ports[0].name },
  });
  const settings = Object.fromEntries(valuesOf(textOf('deploy/kubernetes/settings.env')));
  expect(settings.PUBLIC_URL).toBe(`https://${rule.host}`);
  expect(settings.METRICS_PORT).toBe(String(container.ports[1].containerPort));
});

test('systemd accepts the unit and rates its exposure under 2.0', ({ skip, annotate }) => {
  const version = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' });
  skip(version.status !== 0, 'needs systemd-analyze');
  const path = join(newFolder(), 'headrack.service');
  writeFileSync(path, unit.replace(/(?<=ExecStart=)\S+/, process.execPath));
  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', [...args, path], { encoding: 'utf8' });
  // Version 254 knows them.
  const problems = analyze('verify', '--man=no')
    .stderr.split('\n')
    .filter((line) => line.includes('headrack.service'))
    .filter((line) => !/Unknown key.* '(RestartSteps|RestartMaxDelaySec)'/.test(line));
  expect(problems).toEqual([]);
  const rated = analyze('security', '--offline=yes', '--no-pager', '--threshold=20');
  skip(/unrecognized option/.test(rated.stderr), 'needs systemd 250');
  annotate(/exposure level.*?: ([\d.]+)/.exec(rated.stdout)?.[1] ?? rated.stderr, 'measured');
  expect(rated.status, rated.stdout).toBe(0);
});
