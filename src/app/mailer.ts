/**
 * Sends mails through the configured SMTP server, in the background.
 *
 * Invariants: the caller never waits for a mail. At most `PENDING_MAX` mails are under way; further
 * mails, and mails that fail, are logged without the address.
 */
import { createTransport } from 'nodemailer';
import { messageOf } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';

/** Mails under way; a mail server takes a few mails a second. */
const PENDING_MAX = 100;
const CONNECTIONS = 2;
/** A connection to a mail server that is silent for longer is given up. */
const TIMEOUT_MS = 20_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
  headers?: { [name: string]: string };
}

interface MailerOptions {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the start. */
  url: string;
  from: string;
}

export class Mailer {
  readonly #logger: Logger;
  readonly #from: string;
  readonly #transport: ReturnType<typeof makeTransport>;
  readonly #pending = new Set<Promise<boolean>>();

  constructor({ url, from }: MailerOptions, logger: Logger) {
    this.#logger = logger;
    this.#from = from;
    this.#transport = makeTransport(url);
  }

  /** Sends a mail soon; resolves to whether the mail server took it. */
  send(mail: Mail): Promise<boolean> {
    if (this.#pending.size >= PENDING_MAX) {
      this.#logger.warn({ pending: PENDING_MAX }, 'a mail was dropped: too many are under way');
      return Promise.resolve(false);
    }
    const sent = this.#transport
      // The address is an object, because a string may hold a list of several addresses.
      .sendMail({ from: this.#from, ...mail, to: { name: '', address: mail.to } })
      .then(() => true)
      .catch((error: unknown) => {
        const reason = messageOf(error).replaceAll(mail.to, '…');
        this.#logger.warn({ reason }, 'a mail could not be sent');
        return false;
      })
      .finally(() => this.#pending.delete(sent));
    this.#pending.add(sent);
    return sent;
  }

  async close(): Promise<void> {
    await Promise.all(this.#pending);
    this.#transport.close();
  }
}

function makeTransport(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host: hostname,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails hold only our own texts; no part of them is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
