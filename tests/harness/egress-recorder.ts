/**
 * Records every TCP connection that this process opens, and refuses those to other machines. Preloaded into a server
 * process with EGRESS_FILE, it appends each peer to that file.
 */
import { appendFileSync } from 'node:fs';
import net from 'node:net';

const local = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

type Connect = (this: net.Socket, ...given: unknown[]) => net.Socket;

/** The peer that `net.connect` and `tls.connect` were asked for; a path for a local socket. */
function peerOf(given: unknown[]): { host: string; peer: string } {
  // Node's own callers pass the arguments as one normalized list.
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  const options = (typeof first === 'object' ? first : { port: first, host: second }) as {
    host?: string;
    port?: number | string;
    path?: string;
  };
  if (options.path) return { host: 'localhost', peer: options.path };
  const host = typeof options.host === 'string' ? options.host : 'localhost';
  return { host, peer: `${host}:${options.port}` };
}

export interface Egress {
  /** `host:port` of each connection so far. */
  peers: Set<string>;
  /** Stops recording. */
  stop: () => void;
}

export function recordEgress(seen: (peer: string) => void = () => undefined): Egress {
  const { prototype } = net.Socket;
  // The only place through which every client connects, with TLS too.
  const connect = prototype.connect as Connect;
  const peers = new Set<string>();
  prototype.connect = function (this: net.Socket, ...given: unknown[]) {
    const { host, peer } = peerOf(given);
    if (!peers.has(peer)) seen(peer);
    peers.add(peer);
    if (local.test(host)) return connect.apply(this, given);
    process.nextTick(() => this.destroy(new Error(`connect ECONNREFUSED ${peer}`)));
    return this;
  } as typeof prototype.connect;
  return {
    peers,
    stop: () => {
      prototype.connect = connect as typeof prototype.connect;
    },
  };
}

const file = process.env.EGRESS_FILE;
if (file) recordEgress((peer) => appendFileSync(file, `${peer}\n`));
