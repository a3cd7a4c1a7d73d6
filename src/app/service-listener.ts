/**
 * The port of a service, taken before there is a service, because its addresses name the port.
 *
 * Until it is said who answers, requests are told to come again in a second.
 */
import type { ServiceContext } from '../serve/api/services.js';
import type { HttpServer, HttpServerOptions, Refuse } from '../serve/http/server.js';
import type { Service } from '../serve/http/service-options.js';
import { Site } from '../serve/http/site.js';
import { plainErrorPage } from '../serve/web/plain-error.js';

/** Where to listen, and what connections may cost. */
type Place = Omit<HttpServerOptions, 'listener' | 'refusal'>;
type CreateServer = (options: HttpServerOptions) => HttpServer;

const NO_REFUSAL: Refuse = () => ({ headers: [], body: '' });

export class ServiceListener {
  readonly server: HttpServer;
  #port = 0;
  #service: Service | null = null;

  private constructor(
    createServer: CreateServer,
    place: Place,
    { monotonic, logger }: Pick<ServiceContext, 'monotonic' | 'logger'>,
  ) {
    const early = new Site({
      ...{ name: 'starting', publicUrl: 'http://localhost', routes: [], ready: () => false },
      ...{ monotonic, logger, rateLimit: 1, trustedProxies: [] },
      errorPage: ({ status, message }) => plainErrorPage(status, message),
    });
    this.server = createServer({
      ...place,
      listener: (req, res) => {
        if (this.#service === null) early.serve(req, res);
        else this.#service.listener(req, res);
      },
      refusal: (status, message) => (this.#service?.refusal ?? NO_REFUSAL)(status, message),
    });
  }

  /** @throws TagwireError PORT_UNAVAILABLE */
  static async open(
    createServer: CreateServer,
    place: Place,
    context: Pick<ServiceContext, 'monotonic' | 'logger'>,
  ): Promise<ServiceListener> {
    const opened = new ServiceListener(createServer, place, context);
    opened.#port = (await opened.server.listen()).port;
    return opened;
  }

  /** The port that is listened on. */
  get port(): number {
    return this.#port;
  }

  answerBy(service: Service): void {
    this.#service = service;
  }
}
