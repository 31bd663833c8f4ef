/** A proxy between clients and servers that a test can break, slow down and stall. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface TcpProxy {
  port: number;
  /** New connections go to the first of these ports that accepts them. */
  targets: number[];
  /** While true nothing passes, and no side is notified. */
  isStalled: boolean;
  /** From now on nothing passes on the open connections, and no side is notified; new ones work. */
  freeze: () => void;
  /** How many connections are open. */
  count: () => number;
  /** How many connections to a port haven't got anything from it. */
  unanswered: (port: number) => number;
  /** Breaks every connection; data in flight is lost. */
  cut: () => void;
  close: () => Promise<void>;
}

/** Passes chunks on in order. */
function pass(proxy: TcpProxy, frozen: WeakSet<Socket>, from: Socket, to: Socket): void {
  let before: Promise<void> = Promise.resolve();
  from.on('data', (chunk) => {
    if (frozen.has(from)) return;
    before = before.then(async () => {
      while (!to.destroyed && proxy.isStalled) await pause(10);
      if (!to.destroyed) to.write(chunk);
    });
  });
  from.on('end', () => {
    if (frozen.has(from)) return;
    void before.then(() => to.end());
  });
}

/** Connects to the first port that accepts; null when none does. */
async function dial(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      socket.destroy();
    }
  }
  return null;
}

/** Starts a proxy on a free port of this machine. */
export async function startTcpProxy(targets: number[]): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  /** By target: its port. */
  const unanswered = new Map<Socket, number>();
  const server = createServer({ noDelay: true, pauseOnConnect: true }, async (client) => {
    const keep = (socket: Socket, other: () => Socket | null) => {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        unanswered.delete(socket);
        other()?.destroy();
      });
    };
    let target: Socket | null = null;
    keep(client, () => target);
    target = await dial(proxy.targets);
    if (!target || client.destroyed) {
      target?.destroy();
      client.destroy();
      return;
    }
    keep(target, () => client);
    const answering = target;
    unanswered.set(answering, answering.remotePort ?? 0);
    answering.once('data', () => unanswered.delete(answering));
    pass(proxy, frozen, client, target);
    pass(proxy, frozen, target, client);
    client.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    targets,
    isStalled: false,
    freeze: () => {
      for (const socket of open) frozen.add(socket);
    },
    count: () => open.size / 2,
    unanswered: (port) => [...unanswered.values()].filter((other) => other === port).length,
    cut,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
  return proxy;
}
