import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { freePort } from './free-port.ts';

/** How the server treats the next mails. `4xx` and `5xx` are responses to the named command. */
export type Mood =
  | 'kind'
  | 'busy greeting'
  | 'hang before greeting'
  | 'hang at MAIL'
  | 'hang after DATA'
  | 'drop after DATA'
  | '451 at RCPT'
  | '550 at RCPT'
  | '452 at DATA'
  | '554 at DATA'
  | '550 at MAIL'
  | 'refuse sign-in';

export interface SmtpDouble {
  url: string;
  mood: Mood;
  /** Recipients that always get 550. */
  unknown: Set<string>;
  received: { email: Email; to: string[] }[];
  /** Called when a mail has arrived, instead of the response. */
  arrived: (() => void) | null;
  messageIds: () => string[];
  /** Stops listening and cuts every connection; `rise` brings it back on the same port. */
  die: () => Promise<void>;
  rise: () => Promise<void>;
}

function smtpError(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** A real SMTP server that accepts mail, or fails according to its mood. */
export async function startSmtp(options: { password?: string } = {}): Promise<SmtpDouble> {
  const port = await freePort();
  const sign =
    options.password === undefined ? '' : `mailer:${encodeURIComponent(options.password)}@`;
  let server: SMTPServer | null = null;
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  const make = () =>
    new SMTPServer({
      authOptional: options.password === undefined,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onConnect(_session: SMTPServerSession, done: (error?: Error) => void) {
        if (double.mood === 'hang before greeting') return;
        done(double.mood === 'busy greeting' ? smtpError(421, 'Too busy') : undefined);
      },
      onAuth(auth, _session, done) {
        const fits = double.mood !== 'refuse sign-in' && auth.password === options.password;
        if (fits) done(null, { user: auth.username });
        // Some servers echo what they were sent.
        else done(smtpError(535, `Bad credentials ${auth.password}`));
      },
      onMailFrom(_address, _session, done) {
        if (double.mood === 'hang at MAIL') return;
        done(double.mood === '550 at MAIL' ? smtpError(550, 'Sender not allowed') : null);
      },
      onRcptTo(address, _session, done) {
        if (double.mood === '451 at RCPT') done(smtpError(451, 'Greylisted'));
        else if (double.mood === '550 at RCPT' || double.unknown.has(address.address)) {
          done(smtpError(550, 'No such user'));
        } else done();
      },
      onData(stream, session, done) {
        const pieces: Buffer[] = [];
        stream.on('data', (piece) => pieces.push(piece));
        stream.on('end', () => {
          const { mood } = double;
          if (mood === 'drop after DATA') return cut();
          if (mood === 'hang after DATA') return;
          if (mood === '452 at DATA') return done(smtpError(452, 'Disk full'));
          if (mood === '554 at DATA') return done(smtpError(554, 'Looks like spam'));
          const to = session.envelope.rcptTo.map(({ address }) => address);
          PostalMime.parse(Buffer.concat(pieces)).then((email) => {
            double.received.push({ email, to });
            if (double.arrived) double.arrived();
            else done();
          }, done);
        });
      },
    });

  const double: SmtpDouble = {
    url: `smtp://${sign}127.0.0.1:${port}`,
    mood: 'kind',
    unknown: new Set(),
    received: [],
    arrived: null,
    messageIds: () => double.received.map(({ email }) => email.messageId ?? ''),
    async die() {
      const dying = server;
      server = null;
      cut();
      if (dying) await new Promise<void>((resolve) => dying.close(() => resolve()));
    },
    async rise() {
      if (server) return;
      const rising = make();
      rising.on('error', () => undefined);
      rising.server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
      await new Promise<void>((resolve) => rising.listen(port, '127.0.0.1', () => resolve()));
      server = rising;
    },
  };
  await double.rise();
  return double;
}

/** A server whose greeting never ends, one byte at a time. */
export async function startTarpit(): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer(async (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('220 tar\r\n');
    while (!socket.destroyed) {
      await pause(20);
      if (socket.writable) socket.write('2');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
