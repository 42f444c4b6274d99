import Stripe from 'stripe'

/** Clock of the rate limiter. */
export interface Time {
  /** Monotonic milliseconds. */
  now: () => number
  wait: (ms: number) => Promise<void>
}
interface Pace extends Time {
  perSecond: number
  /** A call that would wait longer is rejected at once. */
  longestWaitMs: number
}

/** The queue is full; `afterMs`: when it should have room again. */
export class LineFull extends Error {
  override name = 'LineFull'
  readonly afterMs: number
  constructor(afterMs: number) {
    super('too many calls wait in line')
    this.afterMs = afterMs
  }
}

/**
 * A rate limiter with a FIFO queue per endpoint: one call each 1/`perSecond` of a second, counted from when the last call was
 * really sent, so that a process that was paused sends no burst.
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

  /** Resolves when the call may be sent. Throws `LineFull` at once if the wait is too long. */
  return async function turn(endpoint: string): Promise<void> {
    const line = lineOf(endpoint)
    const waitMs = line.waiting.length * pauseMs
    if (waitMs > longestWaitMs) throw new LineFull(waitMs - longestWaitMs)
    await new Promise<void>((resolve) => {
      line.waiting.push(resolve)
      if (!line.moving) void move(line)
    })
  }
}

/** The rate limit's endpoint: `POST /v1/payment_intents/pi_1/confirm` gives `POST /v1/payment_intents/:id/confirm`. */
export function endpointOf(method: string, path: string): string {
  const [plain = path] = path.split('?')
  // Radar's resources are a level deeper.
  const [, version, kind, ...rest] = plain.replace('/radar/', '/radar:').split('/')
  const parts = rest.map((part, at) => (at % 2 === 0 ? ':id' : part))
  return `${method} /${[version, kind?.replace(':', '/'), ...parts].join('/')}`
}

/** Attempts of a call that gets 429. */
const MAX_ATTEMPTS = 3
const BACK_OFF_MS = 1_000
/** Error code of a call that was never sent. Not one of Stripe's codes. */
export const NEVER_SENT = 'line_full'

/**
 * The SDK's HTTP client behind the rate limiter; the SDK's retries queue again. A 429 that the SDK does not retry is sent
 * again after a pause, under the same key.
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
      const shouldRetry = answer.getHeaders()['stripe-should-retry']
      if (answer.getStatusCode() !== 429 || shouldRetry === 'true' || tried === MAX_ATTEMPTS)
        return answer
      // Read the body, or the connection stays in use.
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

/** A synthetic 503 response: the SDK would retry a thrown error. */
function neverSent({ afterMs }: LineFull): Stripe.HttpClientResponse {
  const seconds = String(Math.max(1, Math.ceil(afterMs / 1000)))
  const error = { type: 'api_error', code: NEVER_SENT, message: 'too many calls wait in line' }
  return new (class extends Stripe.HttpClientResponse {
    override toJSON = async () => ({ error })
  })(503, { 'stripe-should-retry': 'false', 'retry-after': seconds })
}
