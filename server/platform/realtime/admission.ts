import { general } from '#contract/messages/general.ts';
import { personOf } from '../access.ts';
import { Refusal } from '../errors.ts';
import type { Ground } from '../ground.ts';
import { selectOpenSessions } from './connections.queries.ts';
import { adminsRoom, everyoneRoom, type Sockets, sessionRoom, userRoom } from './realtime.ts';

/** Open pages of one person at a time. */
export const mostPerUser = 10;
/** The longest that a timer can wait, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Lets those with a good token in, and cuts a connection the moment its session or account ends. */
export function admit(io: Sockets, ground: Ground): void {
  /** Counts what has ended, so that a check knows whether something did while it waited. */
  let endings = 0;

  const countOf = (userId: number) => io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0;

  async function connection(token: unknown) {
    const person = typeof token === 'string' ? await personOf(ground, token) : null;
    if (!person) throw new Refusal(401, general.tokenInvalid);
    await ground.limits.countSocket(`user ${person.user.userId}`);
    if (countOf(person.user.userId) >= mostPerUser) throw new Refusal(429, general.tooMany);
    return person;
  }

  io.use((socket, next) => {
    const before = endings;
    connection(socket.handshake.auth?.token)
      .then((person) => {
        socket.data = { ...person, endings: before };
        next();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) ground.log.error({ err: error }, 'connection failed');
        next(new Error(error instanceof Refusal ? error.message : general.unavailable));
      });
  });

  io.on('connection', (socket) => {
    const { user, token, expires, endings: before } = socket.data;
    void socket.join([everyoneRoom, userRoom(user.userId), sessionRoom(user.jti)]);
    if (user.role === 'admin') void socket.join(adminsRoom);
    // Several that came at once have each seen room for one more.
    if (countOf(user.userId) > mostPerUser) socket.disconnect(true);
    // What ended between the check and the room that its news are sent to.
    if (endings !== before) {
      void personOf(ground, token).then(
        (person) => person ?? socket.disconnect(true),
        () => socket.disconnect(true),
      );
    }
    const left = Math.min(expires - ground.now().getTime(), longest);
    const timer = setTimeout(() => socket.disconnect(true), left);
    socket.once('disconnect', () => clearTimeout(timer));
  });

  ground.accountEvents.onEnded((who) => {
    endings += 1;
    if ('jti' in who) io.in(sessionRoom(who.jti)).disconnectSockets(true);
    else {
      const kept = who.exceptJti === undefined ? [] : [sessionRoom(who.exceptJti)];
      io.in(userRoom(who.userId)).except(kept).disconnectSockets(true);
    }
  });
}

/** Cuts the connections whose session another process has ended: another node, or the command line. */
export async function cutEnded(io: Sockets, ground: Ground): Promise<void> {
  const jtis = new Set([...io.sockets.sockets.values()].map(({ data }) => data.user.jti));
  if (jtis.size === 0) return;
  const open = await selectOpenSessions(ground.db, [...jtis], ground.now().toISOString());
  for (const jti of jtis) if (!open.has(jti)) io.local.in(sessionRoom(jti)).disconnectSockets(true);
}
