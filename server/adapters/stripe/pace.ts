import Stripe from 'stripe'

/** What a line needs of the world. */
export interface Time {
  /** Milliseconds that never go back. */
  now: () => number
  wait: (ms: number) => Promise<void>
}
interface Pace extends Time {
  perSecond: number
  /** What would wait longer is refused at once. */
  longestWaitMs: number
}

/** The line is too long; `afterMs`: when there should be room again. */
export class LineFull extends Error {
  override name = 'LineFull'
  readonly afterMs: number
  constructor(afterMs: number) {
    super('too many calls wait in line')
    this.afterMs = afterMs
  }
}

/**
 * A line before each endpoint: first come, first served, one call each 1/`perSecond` of a second. The pause is counted
 * from the moment in which the last one really left, so that a process that stood still does not catch up in one burst.
 */
export function createLines({ now, wait, perSecond, longestWaitMs }: Pace) {
  const pauseMs = 1000 / perSecond
  const lines = new Map<string, { waiting: (() => void)[]; lastLeft: number; moving: boolean }>()

  function lineOf(endpoint: string) {
    const line = lines.get(endpoint) ?? { waiting: [], lastLeft: -Infinity, moving: false }
    lines.set(endpoint, line)
    return line
  }

  async function move(line: ReturnType<typeof lineOf>) {
    line.moving = true
    for (let next = line.waiting[0]; next; next = line.waiting[0]) {
      const tooEarly = line.lastLeft + pauseMs - now()
      if (tooEarly > 0) await wait(tooEarly)
      line.waiting.shift()
      line.lastLeft = now()
      next()
    }
    line.moving = false
  }

  /** Settles when it is this call's turn. Throws `LineFull` at once where that would take too long. */
  return async function turn(endpoint: string): Promise<void> {
    const line = lineOf(endpoint)
    const waitMs = line.waiting.length * pauseMs
    if (waitMs > longestWaitMs) throw new LineFull(waitMs - longestWaitMs)
    await new Promise<void>((ours) => {
      line.waiting.push(ours)
      if (!line.moving) void move(line)
    })
  }
}

/** `POST /v1/payment_intents/pi_1/confirm` is `POST /v1/payment_intents/:id/confirm`, as the provider counts. */
export function endpointOf(method: string, path: string): string {
  const [, version, kind, ...rest] = path.split('?')[0]!.split('/')
  const parts = rest.map((part, at) => (at % 2 === 0 ? ':id' : part))
  return `${method} /${[version, kind, ...parts].join('/')}`
}

/** Tries of one call that the provider calls too many. */
const TRIES = 3
const BACK_OFF_MS = 1_000
/** Said where a call never left; nothing of the provider's is spelled so. */
export const NEVER_SENT = 'line_full'

/**
 * The SDK's own client behind those lines; what it sends anew waits in them again. A 429 that the SDK takes as final is
 * sent again after a pause, under the same key.
 */
export function pacedClient(
  inner: Stripe.HttpClient,
  turn: (endpoint: string) => Promise<void>,
  { wait }: Pick<Time, 'wait'>,
): Stripe.HttpClient {
  async function send(...request: Parameters<Stripe.HttpClient['makeRequest']>) {
    const [, , path, method] = request
    for (let tried = 1; ; tried++) {
      await turn(endpointOf(method, path))
      const answer = await inner.makeRequest(...request)
      const told = answer.getHeaders()['stripe-should-retry']
      if (answer.getStatusCode() !== 429 || told === 'true' || tried === TRIES) return answer
      // Unread, it would hold its connection.
      await Promise.resolve(answer.toJSON()).catch(() => null)
      await wait(BACK_OFF_MS * tried)
    }
  }
  return {
    getClientName: () => 'paced',
    makeRequest: (...request) =>
      send(...request).catch((error: unknown) => {
        if (error instanceof LineFull) return neverSent(error)
        throw error
      }),
  }
}

/** An answer that nobody gave: the SDK would send a call that threw again. */
function neverSent({ afterMs }: LineFull): Stripe.HttpClientResponse {
  const seconds = String(Math.max(1, Math.ceil(afterMs / 1000)))
  const error = { type: 'api_error', code: NEVER_SENT, message: 'too many calls wait in line' }
  return new (class extends Stripe.HttpClientResponse {
    override toJSON = async () => ({ error })
  })(503, { 'stripe-should-retry': 'false', 'retry-after': seconds })
}
