import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io';
import { assertSetUp, authenticate } from '../accounts/access.ts';
import { selectOpenSessions } from '../accounts/sessions.queries.ts';
import type { AppContext } from '../app-context.ts';
import { errorBody } from '../http/error-replies.ts';
import { lineOf } from '../limits/limits.ts';
import { refusedLine } from '../limits/refused-requests.ts';
import { HttpError, notSignedIn } from '../runtime/errors.ts';
import { addressReader } from './handshake.ts';
import { adminsRoom, everyoneRoom, type Sockets, sessionRoom, userRoom } from './realtime.ts';

/** Concurrent connections per user. */
export const maxPerUser = 10;
/** What a connection may send before it has signed in: a page sends a short packet with its token for each try. */
const beforeSignIn = { packets: 20, characters: 8_192 };
/** Packets in a second of one that has signed in. */
const maxPacketsPerSecond = 1_000;
/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

/** Accepts connections with a valid token, and disconnects them the moment their session or account ends. */
export function admit(io: Sockets, ctx: AppContext): void {
  /** Counts ended sessions, so that a connection knows whether one ended while its token was checked. */
  let endings = 0;

  const addressOf = addressReader(ctx.config.trustProxy);
  const countOf = (userId: number) => io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0;

  /** Connections that no longer count for their address; a page may authenticate more than once on one. */
  const signedIn = new WeakSet<object>();

  async function connection({ handshake, conn, request }: Socket) {
    const token: unknown = handshake.auth?.token;
    const session = typeof token === 'string' ? await authenticate(ctx, token) : null;
    if (!session) throw notSignedIn();
    await assertSetUp(ctx, session.user);
    const { userId } = session.user;
    ctx.limits.countSocket({ userId });
    if (countOf(userId) >= maxPerUser) throw new HttpError('rate_limited');
    // Colleagues in one office must not block each other.
    if (!signedIn.has(conn)) {
      signedIn.add(conn);
      ctx.limits.socketSignedIn(addressOf(request));
    }
    return session;
  }

  // Before Socket.IO parses them: a request of 64 kB may have 30,000 packets, and each may ask the database.
  io.engine.on('connection', (conn: Socket['conn']) => {
    let [packets, second] = [0, 0];
    conn.on('packet', ({ data }: { data?: unknown }) => {
      packets += 1;
      const isKnown = signedIn.has(conn);
      const now = Math.floor(performance.now() / 1000);
      if (isKnown && now !== second) [packets, second] = [1, now];
      const isShort = data === undefined || String(data).length <= beforeSignIn.characters;
      if (packets <= (isKnown ? maxPacketsPerSecond : beforeSignIn.packets) && (isKnown || isShort))
        return;
      const line = { code: 'rate_limited', [refusedLine]: lineOf(addressOf(conn.request)) };
      ctx.log.info(line, 'socket refused');
      conn.close(true);
    });
  });

  io.use((socket, next) => {
    const before = endings;
    connection(socket)
      .then((session) => {
        socket.data = { ...session, endings: before };
        next();
      })
      .catch((error: unknown) => {
        const httpError = error instanceof HttpError ? error : new HttpError('unavailable');
        const { error: message, code, request_id } = errorBody(httpError, randomUUID());
        const line = { request_id, code, [refusedLine]: lineOf(addressOf(socket.request)) };
        if (error === httpError) ctx.log.info(line, 'socket refused');
        else ctx.log.error({ err: error, ...line }, 'socket failed');
        // Socket.IO sends `data` to the client with the message.
        next(Object.assign(new Error(message), { data: { code, request_id } }));
      });
  });

  io.on('connection', (socket) => {
    const { user, token, expires, endings: before } = socket.data;
    void socket.join([everyoneRoom, userRoom(user.userId), sessionRoom(user.jti)]);
    if (user.role === 'admin') void socket.join(adminsRoom);
    // Check again: concurrent connections all pass the first check.
    if (countOf(user.userId) > maxPerUser) socket.disconnect(true);
    // A session that ended after the check and before the join was not disconnected.
    if (endings !== before) {
      void authenticate(ctx, token).then(
        (session) => session ?? socket.disconnect(true),
        () => socket.disconnect(true),
      );
    }
    const left = Math.min(expires - ctx.now().getTime(), maxTimerMs);
    const timer = setTimeout(() => socket.disconnect(true), left);
    socket.once('disconnect', () => clearTimeout(timer));
  });

  ctx.accountEvents.onEnded((ended) => {
    endings += 1;
    if ('jti' in ended) io.in(sessionRoom(ended.jti)).disconnectSockets(true);
    else {
      const except = ended.exceptJti === undefined ? [] : [sessionRoom(ended.exceptJti)];
      io.in(userRoom(ended.userId)).except(except).disconnectSockets(true);
    }
  });
}

/** Disconnects sockets whose token has expired by the server's clock, which may have been set forward. */
export function disconnectExpired(io: Sockets, { now }: Pick<AppContext, 'now'>): void {
  const at = now().getTime();
  for (const socket of io.sockets.sockets.values()) {
    if (socket.data.expires <= at) socket.disconnect(true);
  }
}

/** Disconnects sockets whose session another process ended: another node, or the command line. */
export async function disconnectEnded(io: Sockets, ctx: AppContext): Promise<void> {
  const jtis = new Set([...io.sockets.sockets.values()].map(({ data }) => data.user.jti));
  if (jtis.size === 0) return;
  const open = await selectOpenSessions(ctx.db, [...jtis], ctx.sessionActivity.openAt(ctx.now()));
  for (const jti of jtis) if (!open.has(jti)) io.local.in(sessionRoom(jti)).disconnectSockets(true);
}
