/**
 * The root filesystem of the container image, made by the steps of the Containerfile: the release, and this machine's C and
 * C++ libraries in place of those of the base image. It runs as a container would: read-only, as an ordinary user.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finalStage, root } from './containerfile.ts';

/** Makes the release in a new folder outside the project, so that it can't find the project's packages. */
export function makeRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-release-'));
  execFileSync(process.execPath, ['scripts/release.ts', folder], { cwd: root, stdio: 'pipe' });
  return folder;
}

/** The shared libraries that the programs of a release load, as paths on this machine. */
function librariesOf(release: string): string[] {
  const programs = [
    join(release, 'node_modules/.bin/node'),
    ...globSync(join(release, 'node_modules/**/*.{node,so,so.*}')),
  ];
  const { stdout } = spawnSync('ldd', programs, { encoding: 'utf8' });
  const paths = [...stdout.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm)].map(([, path = '']) => path);
  return [...new Set(paths)].filter((path) => !path.startsWith(release));
}

/** Mounts as `podman run --read-only --tmpfs /tmp --volume data:/data --security-opt no-new-privileges` does. */
const enter = `
set -e
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -o remount,bind,ro "$1"
folder=$1 user=$3
shift 3
exec setpriv --no-new-privs chroot --userspec="$user" --groups= "$folder" "$@"
`;

export class ImageRoot {
  readonly folder: string;
  readonly data: string;
  readonly #stage = finalStage();

  /** The volume of /data belongs to the user of the image, or as in Kubernetes to root and the user's group. */
  constructor(release: string, volumeOf: 'user' | 'root') {
    this.folder = mkdtempSync(join(tmpdir(), 'headrack-image-'));
    this.data = mkdtempSync(join(tmpdir(), 'headrack-data-'));
    const [uid = 0, gid = 0] = this.#stage.user.split(':').map(Number);
    chownSync(this.data, volumeOf === 'user' ? uid : 0, gid);
    chmodSync(this.data, 0o2775);
    chmodSync(this.folder, 0o755);
    for (const name of ['data', 'dev', 'proc', 'tmp']) mkdirSync(join(this.folder, name));
    for (const [source, target] of this.#stage.copies) {
      if (source !== '/srv/headrack') continue;
      mkdirSync(join(this.folder, dirname(target)));
      execFileSync('cp', ['--archive', '--link', release, join(this.folder, target)]);
    }
    for (const path of librariesOf(release)) {
      // The base image has no other place for the loader than the one that programs name.
      mkdirSync(join(this.folder, dirname(path)), { recursive: true });
      cpSync(realpathSync(path), join(this.folder, path));
    }
    chmodSync(join(this.folder, this.#stage.workdir), 0o755);
  }

  #arguments(command: readonly string[]): string[] {
    const { workdir, env, user } = this.#stage;
    const node = join(workdir, 'node_modules/.bin/node');
    const words = command.map((word) => (word === 'node' ? node : word));
    // The image has no shell that could change the folder.
    const enterFolder = `process.chdir('${workdir}');
      process.execve(process.argv[1], process.argv.slice(1), { ...process.env, PATH: '${env.PATH}' })`;
    return [
      ...['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, 'sh'],
      ...[this.folder, this.data, user, node, '-e', enterFolder, ...words],
    ];
  }

  #environment(settings: Record<string, string>) {
    return { ...this.#stage.env, ...settings, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  }

  /** Starts the container's command. */
  start(settings: Record<string, string>): ChildProcess {
    const { command } = this.#stage;
    return spawn('unshare', this.#arguments(command), { env: this.#environment(settings) });
  }

  /** Runs a command in a second process, as `podman exec` does. */
  exec(command: readonly string[], settings: Record<string, string>) {
    const env = this.#environment(settings);
    return spawnSync('unshare', this.#arguments(command), { encoding: 'utf8', env });
  }

  /** Sends SIGTERM to the first process of the container, whose parent `unshare` would not pass it on. */
  terminate({ pid }: ChildProcess): void {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    process.kill(Number(children.trim()), 'SIGTERM');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Why this machine can't run such a root; null when it can. */
export function whyNoImageRoot(): string | null {
  if (process.getuid?.() !== 0) return 'needs root to change the root directory';
  const missing = ['unshare', 'setpriv', 'chroot', 'ldd'].filter(
    (tool) => !['/usr/bin', '/usr/sbin', '/bin'].some((place) => existsSync(join(place, tool))),
  );
  if (missing.length > 0) return `needs ${missing.join(', ')}`;
  const { status, stderr } = spawnSync('unshare', ['--mount', 'mount', '--bind', '/tmp', '/tmp'], {
    encoding: 'utf8',
  });
  return status === 0 ? null : `can't mount in a namespace of its own: ${stderr.trim()}`;
}
