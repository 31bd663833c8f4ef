import { randomUUID } from 'node:crypto';
import { assertSetUp, authenticate } from '../access.ts';
import type { AppContext } from '../app-context.ts';
import { errorBody } from '../error-replies.ts';
import { HttpError, notSignedIn } from '../errors.ts';
import { selectOpenSessions } from '../sessions.queries.ts';
import { adminsRoom, everyoneRoom, type Sockets, sessionRoom, userRoom } from './realtime.ts';

/** Concurrent connections per user. */
export const maxPerUser = 10;
/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

/** Accepts connections with a valid token, and disconnects them the moment their session or account ends. */
export function admit(io: Sockets, ctx: AppContext): void {
  /** Counts ended sessions, so that a connection knows whether one ended while its token was checked. */
  let endings = 0;

  const countOf = (userId: number) => io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0;

  async function connection(token: unknown) {
    const session = typeof token === 'string' ? await authenticate(ctx, token) : null;
    if (!session) throw notSignedIn();
    await assertSetUp(ctx, session.user);
    await ctx.limits.countSocket(`user ${session.user.userId}`);
    if (countOf(session.user.userId) >= maxPerUser) throw new HttpError('rate_limited');
    return session;
  }

  io.use((socket, next) => {
    const before = endings;
    connection(socket.handshake.auth?.token)
      .then((session) => {
        socket.data = { ...session, endings: before };
        next();
      })
      .catch((error: unknown) => {
        const httpError = error instanceof HttpError ? error : new HttpError('unavailable');
        const { error: message, code, request_id } = errorBody(httpError, randomUUID());
        const line = { request_id, code };
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

/** Disconnects sockets whose session another process ended: another node, or the command line. */
export async function disconnectEnded(io: Sockets, ctx: AppContext): Promise<void> {
  const jtis = new Set([...io.sockets.sockets.values()].map(({ data }) => data.user.jti));
  if (jtis.size === 0) return;
  const open = await selectOpenSessions(ctx.db, [...jtis], ctx.sessionActivity.openAt(ctx.now()));
  for (const jti of jtis) if (!open.has(jti)) io.local.in(sessionRoom(jti)).disconnectSockets(true);
}
