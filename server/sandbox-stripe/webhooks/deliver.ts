import { createHmac } from 'node:crypto'
import { chance, strikeWebhook } from '../control/faults.ts'
import type { World } from '../core/answer.ts'
import { written } from '../core/request.ts'
import { createScope } from '../core/scope.ts'
import { withPending } from './events.ts'

/** Stripe's signature: the time in seconds, and an HMAC of `time.body`. */
function sign(body: string, secret: string, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${v1}`
}

interface Delivery {
  id: number
  account: string
  event: string
  endpoint: string
  due: number
  attempts: number
}

const ANSWER_WITHIN_MS = 10_000
const GIVE_UP_AFTER_MS = 3 * 86_400_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
/** Default delay of a webhook with the fault `delay`. */
const LATE_MS = 1_000
const LOOK_EVERY_MS = 100

/** Delivers due webhooks, for each endpoint sequentially and in order. */
export function createDeliverer(world: World) {
  const sending = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const timer = setInterval(wake, LOOK_EVERY_MS)

  function wake(): void {
    if (stopping.signal.aborted) return
    for (const endpoint of waitingEndpoints())
      if (!sending.has(endpoint))
        sending.set(
          endpoint,
          drain(endpoint).finally(() => {
            sending.delete(endpoint)
            wake() // For events that arrived during the delivery.
          }),
        )
  }

  const waitingEndpoints = () =>
    world.db
      .prepare("select distinct endpoint from delivery where state = 'waiting' and due <= ?")
      .pluck()
      .all(world.clock.nowMs()) as string[]

  async function drain(endpoint: string): Promise<void> {
    for (let next = due(endpoint); next && !stopping.signal.aborted; next = due(endpoint))
      if (!misled(next)) await send(next)
  }

  const due = (endpoint: string) =>
    world.db
      .prepare(
        `select * from delivery where state = 'waiting' and endpoint = ? and due <= ?
         order by due, id limit 1`,
      )
      .get(endpoint, world.clock.nowMs()) as Delivery | undefined

  /** Applies faults to the first attempt; true if it is not sent now. */
  function misled(delivery: Delivery): boolean {
    if (delivery.attempts > 0) return false
    const scope = createScope(world, delivery.account)
    const event = scope.find('event', delivery.event)
    return world.db
      .transaction(() => {
        const rule = event ? strikeWebhook(world.db, event.type) : null
        // Faults do not apply to later attempts.
        world.db.prepare('update delivery set attempts = 1 where id = ?').run(delivery.id)
        if (rule?.do === 'drop') finish(delivery, 'dropped')
        if (rule?.do === 'duplicate') repeat(delivery)
        const late = rule?.ms ?? LATE_MS
        if (rule?.do === 'delay') postpone(delivery, late)
        if (rule?.do === 'reorder')
          postpone(delivery, late * (0.5 + chance(rule.seed ?? 1, delivery.id) / 2))
        return rule !== null && rule.do !== 'duplicate'
      })
      .immediate()
  }

  async function send(delivery: Delivery): Promise<void> {
    const platform = createScope(world, '')
    const endpoint = platform.find('webhook_endpoint', delivery.endpoint)
    const event = platform.as(delivery.account).find('event', delivery.event)
    if (!endpoint || !event || endpoint.status !== 'enabled') {
      finish(delivery, 'given_up')
      return
    }
    const body = written(withPending(platform, event))
    const { signature_clock: by } = platform.settings
    const at = by === 'wall' ? Date.now() : world.clock.nowMs()
    const { secret = '' } = platform.hidden(endpoint.id)
    if (await arrives(endpoint.url, body, sign(body, secret, Math.floor(at / 1000))))
      finish(delivery, 'done')
    else if (!stopping.signal.aborted) again(delivery)
  }

  /** Whether it answers 2xx within ten seconds; a redirect is a failure. */
  async function arrives(url: string, body: string, signature: string): Promise<boolean> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), stopping.signal]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature,
        },
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      return false // Unreachable or too slow: retried like any other failure.
    }
  }

  const finish = ({ id }: Delivery, state: 'done' | 'dropped' | 'given_up') =>
    void world.db.prepare('update delivery set state = ? where id = ?').run(state, id)

  const postpone = ({ id }: Delivery, ms: number) =>
    world.db
      .prepare('update delivery set due = ? where id = ?')
      .run(Math.ceil(world.clock.nowMs() + ms), id)

  const repeat = ({ account, event, endpoint }: Delivery) =>
    world.db
      .prepare(
        'insert into delivery (account, event, endpoint, due, attempts) values (?, ?, ?, ?, 1)',
      )
      .run(account, event, endpoint, world.clock.nowMs())

  /** Schedules a retry: doubling pauses for three days of simulated time. */
  function again(delivery: Delivery): void {
    const { webhook_retry_ms: first } = createScope(world, '').settings
    const attempts = Math.max(1, delivery.attempts)
    const pause = Math.min(first * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
    const createdMs =
      createScope(world, delivery.account).find('event', delivery.event)!.created * 1000
    if (world.clock.nowMs() - createdMs > GIVE_UP_AFTER_MS) {
      finish(delivery, 'given_up')
      return
    }
    world.db.prepare('update delivery set attempts = ? where id = ?').run(attempts + 1, delivery.id)
    postpone(delivery, pause)
  }

  return {
    wake,
    /** Whether no delivery is running or due. */
    isIdle: () => sending.size === 0 && waitingEndpoints().length === 0,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(sending.values())
    },
  }
}
