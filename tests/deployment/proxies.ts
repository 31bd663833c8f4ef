/** Starts Caddy and nginx with the files of deploy/ on free ports, in front of a server on this machine. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/harness/free-port.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { until } from '#tests/harness/until.ts';
import { root } from './containerfile.ts';

export interface RunningProxy {
  /** `https://localhost:…`. */
  url: string;
  /** Redirects to `url`. */
  plainUrl: string;
  /** PEM of the authority that signed its certificate. */
  authority: string;
  /** What it has logged. */
  readLog: () => string;
  close: () => Promise<void>;
}

interface ProxyCommand {
  command: [string, ...string[]];
  env?: Record<string, string>;
  authorityPath: string;
}

type Prepare = (
  folder: string,
  upstream: string,
  ports: [plain: number, tls: number],
) => ProxyCommand;

const deploy = join(root, 'deploy');

/** For `localhost`, Caddy signs the certificate itself. */
const caddy: Prepare = (folder, upstream, [plain, tls]) => {
  const path = join(folder, 'Caddyfile');
  const options = `admin off
    http_port ${plain}
    https_port ${tls}
    skip_install_trust
    storage file_system ${folder}`;
  const site = readFileSync(join(deploy, 'Caddyfile'), 'utf8')
    .replace(/^\{$/m, `{\n${options}`)
    .replace('https://{host}{uri}', `https://{host}:${tls}{uri}`);
  writeFileSync(path, site);
  return {
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', path],
    env: { DOMAIN: 'localhost', UPSTREAM: upstream, XDG_CONFIG_HOME: folder },
    authorityPath: join(folder, 'pki/authorities/local/root.crt'),
  };
};

const nginx: Prepare = (folder, upstream, [plain, tls]) => {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const request = 'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256'.split(' ');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  spawnSync('openssl', [...request, ...subject, '-keyout', key, '-out', certificate]);
  const site = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
    // A machine may have no IPv6.
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replace(/listen 80;/, `listen 127.0.0.1:${plain};`)
    .replace(/listen 443/, `listen 127.0.0.1:${tls}`)
    .replaceAll('www.example.com;', 'localhost;')
    .replace(/(?<=ssl_certificate )\S+(?=;)/, certificate)
    .replace(/(?<=ssl_certificate_key )\S+(?=;)/, key)
    .replace('$host$request_uri', `$host:${tls}$request_uri`)
    .replaceAll('/var/log/nginx', folder)
    .replace('127.0.0.1:3000', upstream);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const path = join(folder, 'nginx.conf');
  // As root it would run its workers as a user who can't write to the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    path,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
    http { access_log ${folder}/default.log; ${folders.join(' ')} ${site} }`,
  );
  return { command: ['nginx', '-c', path, '-e', 'stderr'], authorityPath: certificate };
};

/** Each with the commands that it needs. */
const programs: Record<string, [prepare: Prepare, ...needs: string[]]> = {
  caddy: [caddy, 'caddy version'],
  nginx: [nginx, 'nginx -v', 'openssl version'],
};

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

/** Why this machine can't run that proxy; null when it can. */
export function whyNoProxy(name: string): string | null {
  const [, ...needs] = programs[name] ?? [];
  const missing = needs.filter((need) => spawnSync('sh', ['-c', need], { env }).status !== 0);
  return missing.length === 0 ? null : `needs ${missing.join(', ')}`;
}

export async function startProxy(name: string, upstream: string): Promise<RunningProxy> {
  const [prepare] = programs[name] ?? [];
  if (!prepare) throw new Error(`no proxy is called ${name}`);
  const folder = newFolder();
  const ports: [number, number] = [await freePort(), await freePort()];
  const prepared = prepare(folder, upstream, ports);
  const [command, ...args] = prepared.command;
  const child = spawn(command, args, { env: { ...env, ...prepared.env } });
  let output = '';
  child.stderr.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  const close = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  const plainUrl = `http://localhost:${ports[0]}`;
  await until(`${name} redirects`, 30_000, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${output}`);
    if (!existsSync(prepared.authorityPath)) return false;
    const response = await fetch(plainUrl, { redirect: 'manual' }).catch(() => null);
    return response !== null;
  }).catch(async (error: unknown) => {
    await close();
    throw new Error(output, { cause: error });
  });
  const authority = readFileSync(prepared.authorityPath, 'utf8');
  const readLog = () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.log'));
    return output + files.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
  };
  return { url: `https://localhost:${ports[1]}`, plainUrl, authority, readLog, close };
}
