/** An empty Debian in a folder, from the mirror of this machine, in which root and others have shells. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The mirror that this machine installs from; null when it isn't Debian. */
function mirrorOf(): string | null {
  const format = '--format=$(CREATED_BY) $(LABEL) $(COMPONENT) $(REPO_URI)';
  const { stdout = '' } = spawnSync('apt-get', ['indextargets', format], { encoding: 'utf8' });
  return /^Packages Debian main (\S+)$/m.exec(stdout)?.[1] ?? null;
}

const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** Why this machine can't make one; null when it can. */
export function whyNoDebian(): string | null {
  if (process.getuid?.() !== 0) return 'needs root';
  if (!works('sh', '-c', 'command -v debootstrap')) return 'needs debootstrap';
  if (!works('unshare', '--mount', 'true')) return 'needs the right to mount';
  return mirrorOf() === null ? 'needs a Debian whose mirror it can read' : null;
}

/**
 * Stands in for systemd, which runs in no chroot: starts what a unit and its drop-ins say, as their user and with their
 * settings and nothing else. It doesn't confine the service.
 */
const systemctl = `#!/bin/bash
set -eu
verb=$1 name=\${2:-} pid_file=/run/\${2:-}.pid
case "$verb" in daemon-reload | enable) exit ;; esac
unit=$(ls "/etc/systemd/system/$name.service" "/lib/systemd/system/$name.service" 2>/dev/null | head -n 1)
values() { cat "$unit" "/etc/systemd/system/$name.service.d/"*.conf 2>/dev/null | sed -n "s/^$1=//p" || true; }
if [ "$verb" != start ] && [ -f "$pid_file" ]; then
  kill "$(cat "$pid_file")" || true
  while kill -0 "$(cat "$pid_file")" 2>/dev/null; do sleep 0.1; done
  rm "$pid_file"
fi
if [ "$verb" = stop ]; then exit; fi
user=$(values User)
capability=$(values AmbientCapabilities | sed 's/^CAP_/+/' | tr 'A-Z' 'a-z')
for folder in $(values CacheDirectory); do install -d -o "$user" "/var/cache/$folder"; done
settings=$(values EnvironmentFile)
if [ -n "$settings" ] && [ ! -r "$settings" ]; then echo "$settings is missing" >&2; exit 1; fi
cd "$(values WorkingDirectory | grep . || echo /)"
env -i HOME="$(getent passwd "$user" | cut -d: -f6)" PATH=/usr/local/bin:/usr/bin:/bin $(values Environment) \\
  bash -c 'set -a; if [ -n "$0" ]; then . "$0"; fi; exec "$@"' "$settings" \\
  setpriv --reuid="$user" --regid="$user" --init-groups \\
  \${capability:+--inh-caps="$capability" --ambient-caps="$capability"} $(values ExecStart) \\
  >>"/var/log/$name.log" 2>&1 </dev/null &
echo $! >"$pid_file"
`;

/** Makes it, with nothing but what Debian calls essential. Returns its version. */
export function makeDebian(folder: string): string {
  const mirror = mirrorOf() ?? '';
  execFileSync('debootstrap', ['--variant=minbase', 'stable', folder, mirror], { stdio: 'pipe' });
  // Of a temporary folder, its owner alone may read the root.
  chmodSync(folder, 0o755);
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  copyFileSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));
  write('usr/local/bin/systemctl', systemctl);
  chmodSync(join(folder, 'usr/local/bin/systemctl'), 0o755);
  write('usr/local/bin/journalctl', '#!/bin/sh\ncat /var/log/headrack.log\n');
  chmodSync(join(folder, 'usr/local/bin/journalctl'), 0o755);
  // The repository of the test belongs to root.
  write('etc/gitconfig', '[safe]\ndirectory = *\n');
  return readFileSync(join(folder, 'etc/debian_version'), 'utf8').trim();
}

/** What a shell in it needs to reach the package registry that this machine uses. */
export function registrySettings(folder: string): Record<string, string> {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const settings: Record<string, string> = { npm_config_registry: registry };
  const { NODE_EXTRA_CA_CERTS } = process.env;
  if (NODE_EXTRA_CA_CERTS && existsSync(NODE_EXTRA_CA_CERTS)) {
    mkdirSync(join(folder, 'opt'), { recursive: true });
    copyFileSync(NODE_EXTRA_CA_CERTS, join(folder, 'opt/authorities.pem'));
    settings.NODE_EXTRA_CA_CERTS = '/opt/authorities.pem';
  }
  for (const [name, value = ''] of Object.entries(process.env)) {
    if (/^(https?|no)_proxy$/i.test(name)) settings[name] = value;
  }
  return settings;
}

export const rootPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The command of a shell in it. Its mounts end with it, so that deleting the folder deletes nothing else. */
export function shellIn(folder: string, user: 'root' | 'headrack'): [string, ...string[]] {
  const login = user === 'root' ? 'bash --noprofile --norc -eu' : `su - ${user} --shell=/bin/bash`;
  const mounts = 'mount -t proc proc "$0/proc"; mount --bind /dev "$0/dev"';
  return ['unshare', '--mount', 'sh', '-ec', `${mounts}; exec chroot "$0" ${login}`, folder];
}

/** Stops what `systemctl` started. */
export function stopServices(folder: string): void {
  const [command, ...args] = shellIn(folder, 'root');
  const input = 'for pid in /run/*.pid; do systemctl stop "$(basename "$pid" .pid)"; done';
  execFileSync(command, args, { input, env: { PATH: rootPath } });
}
