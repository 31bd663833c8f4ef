/** What Headrack promises about attacks, faults and loads. A test that proves one has its id in its title. */
export const promises: Record<string, string> = {
  SEC1: "Every endpoint answers each kind of caller as its declared access says; the role comes from the account's row, not the token.",
  SEC2: 'A file opens for its assignees, its owner and admins only; an unknown and a forbidden path look alike.',
  SEC3: 'No reply shows an employee the documents, rows or assignees of others.',
  SEC4: 'Employees read their own hours and damages only and change neither.',
  SEC5: 'A write changes only the columns that its contract names, whatever else the body has.',
  SEC6: 'Forged, altered and misused tokens are refused.',
  SEC7: 'An expired token is refused everywhere, and its connections close within 5 s.',
  SEC8: 'After a demotion, deletion, reset or logout the next call is refused and connections close within 5 s.',
  SEC9: 'Passwords are stored as Argon2id hashes, must not be easy to guess, and appear in no reply and no log.',
  SEC10:
    'Guessing passwords is slow from one network or many, and never locks out a device that signed in before.',
  SEC11: 'Login tells nobody which usernames exist, by text, headers or time.',
  SEC12:
    'A fresh installation has one admin, no default password and no open sign-up, even if two servers start at once.',
  SEC13:
    'Text that users enter never runs as script, and the Content-Security-Policy alone would stop it.',
  SEC14: 'Pages contact no third party, except reCAPTCHA on /inquiry once the form is used.',
  SEC15: "Pages of other sites can't change anything in a visitor's name.",
  SEC16: 'The chat takes the sender from the token and survives events of any shape.',
  SEC17:
    'Floods of messages, calls and connections are refused with a time to retry; others hardly notice.',
  SEC18:
    'The type of a file comes from its bytes; what is refused or stored can run nothing in a browser.',
  SEC19: 'Files are sent with a fixed type, a safe name and headers that keep them inert.',
  SEC20: 'No upload exceeds its limit on disk, memory or time, and a refused one leaves nothing.',
  SEC21: 'Paths that leave their folder reach nothing.',
  SEC22:
    "Personal data is deleted when its time is over and stays out of logs, mails, exports and others' replies.",
  SEC23: 'An export as CSV or Excel file keeps the data and starts no formula.',
  SEC24: 'The server contacts only the services in its settings.',
  SEC25: 'Text in forms adds no mail header, recipient or HTML.',
  SEC26:
    'A captcha is verified once and fresh; without Google, forms are still accepted within 3 s.',
  SEC27: 'The last admin remains, whatever several admins do at once.',
  SEC28: 'A change based on a stale version is refused; no edit is lost.',
  SEC29: 'Uploads at the same time get distinct version numbers without gaps.',
  SEC30: 'Sending a form twice, or again after a lost reply, stores it once.',
  SEC31: 'Reactions at the same time add up.',
  SEC32: 'Hostile text costs a validator at most 20 ms; nested and huge JSON is refused.',
  SEC33:
    'Errors show no paths, SQL or stack traces; invalid settings stop the start; data folders are private.',
  SEC34:
    'The audit log has each sign-in, refusal, opening, export and change once; alterations are found.',
  SEC35:
    'Every reply has its security headers; forwarded addresses count from configured proxies only.',
  SEC36: 'No package brings an install script, a loose version or an unknown license.',
  FLT1: 'A kill -9 during writes loses and duplicates nothing that was acknowledged.',
  FLT2: 'A power failure loses nothing that was acknowledged.',
  FLT3: 'A second server on the same data is refused and names the first.',
  FLT4: 'With a full disk reads continue, writes are refused, and all recovers without a restart.',
  FLT5: 'Without PostgreSQL calls get a 503 within 2 s; the server recovers within 5 s of the database.',
  FLT6: 'A background task that fails or hangs stops no other, and runs again within 60 s.',
  FLT7: 'No request waits for a mail server, no mail is lost, and undeliverable mail is shown.',
  FLT8: 'Without S3 an upload fails as a whole, and pages still list.',
  FLT9: 'After a crash between file and row no row lacks its file, and orphaned files are removed.',
  FLT10:
    'After restarts 500 chat clients are back within 10 s with each message once and in order.',
  FLT11: 'SIGTERM answers the requests in flight; the gap is 3 s with one node and none with two.',
  FLT12:
    'An interrupted migration resumes or rolls back, and the previous release runs on the new schema.',
  FLT13: 'Thousands of slow senders are disconnected while others are served normally.',
  FLT14: 'Malformed and aborted uploads are refused, leave nothing and stop nothing.',
  FLT15: 'Heavy queries, exports and renders leave the API responsive.',
  FLT16: 'Memory, files, timers and connections stay flat over hours of mixed load.',
  FLT17: 'Wrong and jumping clocks reorder no message, prolong no session and delete nothing.',
  FLT18: 'Without reCAPTCHA a form waits at most 3 s.',
  FLT19: 'A backup restores every row and file on both databases; a damaged one is refused.',
  FLT20: 'A flipped bit in a stored file or in the database is found, named and not served.',
  FLT21: 'A bad network loses, duplicates and reorders no message.',
  FLT22: 'An exception in a handler fails its own request only.',
  FLT23: 'Any single failure of database, storage or mail leaves the old state or the new one.',
  FLT24: 'Database files stay bounded over millions of writes.',
  LOAD1: '1,000 sockets connect within 3 s, 5,000 stay connected, each at 60 kB of memory or less.',
  LOAD2:
    '200 durable messages a second for 10 minutes: acknowledged in 20 ms (p95) and 60 ms (p99), received in 100 ms (p99), each once.',
  LOAD3: '400 messages a second between 1,000 sockets for 60 s: received in 250 ms (p99).',
  LOAD4:
    'Lists of 20 at 3,000 a second with p99 under 50 ms on 50 connections, and 8,000 unchanged pages a second.',
  LOAD5: '800 writes a second on SQLite and 500 on PostgreSQL with p99 under 100 ms.',
  LOAD6:
    '20 sign-ins a second in 500 ms (p95) while others get p99 under 100 ms; 100 at once are answered within 5 s.',
  LOAD7:
    '20 uploads of 10 MB at once arrive intact in 60 MB of memory while others get p99 under 150 ms.',
  LOAD8: 'Under 300 MB of memory, ready in 1 s, first start in 5 s.',
  LOAD9:
    '500 users, 100,000 applications, 1,000,000 messages, 200,000 files, 1,000,000 audit entries, on both databases: first pages in 50 ms (p95), searches in 100 ms, whole lists and exports within 60 MB, start within 2 × of an empty company.',
};
