import { EVENTS } from '#server/adapters/stripe/event-types.ts'
import { stripePayments } from '#server/adapters/stripe/payments.ts'
import type { Payments, ProviderEvent } from '#server/ports/payments.ts'
import { addFault, clearFaults, type Rule } from '../control/faults.ts'
import { writeSettings } from '../core/settings.ts'
import { createActions } from './actions.ts'
import { mountSandbox } from './in-process.ts'
import { LATE_SECONDS } from './sandbox.ts'
import { createSeen } from './seen.ts'
import { createSellerActions } from './seller-actions.ts'

type Step = Exclude<keyof Payments, 'readEvent'>

const SECRETS = { platform: 'whsec_platform', connect: 'whsec_connect' }

/**
 * The payment provider of tests: our adapter and a sandbox in this process, with faults and people as tests say. Balance
 * transactions are late, and as no job runs by itself, they are null until `bookAtOnce`.
 */
export function createProvider(now: () => Date) {
  const sandbox = mountSandbox(now)
  const { db, stripe } = sandbox
  writeSettings(db, { late_seconds: LATE_SECONDS })
  const seen = createSeen(sandbox)
  const faults = new Map<Step, Rule | Error>()

  /** The adapter, each call with the fault that a test has set for it. */
  const adapter = stripePayments(stripe, SECRETS, EVENTS)
  const steps = Object.fromEntries(
    Object.entries(adapter).map(([name, call]) => [
      name,
      name === 'readEvent' ? call : faulty(name as Step, call),
    ]),
  ) as unknown as Payments

  function faulty(step: Step, call: (...args: never[]) => unknown) {
    return async (...args: never[]) => {
      const fault = faults.get(step)
      if (!fault) return call(...args)
      faults.delete(step)
      if (fault instanceof Error) throw fault
      addFault(db, fault)
      try {
        return await call(...args)
      } finally {
        clearFaults(db)
      }
    }
  }

  return {
    ...steps,
    ...createActions(sandbox),
    sellers: createSellerActions(sandbox),
    /** What the provider holds, oldest first. */
    get charges() {
      return seen.charges()
    },
    get subscriptions() {
      return seen.subscriptions()
    },
    get refunds() {
      return seen.refunds()
    },
    get refundRefs() {
      return seen.refundRefs()
    },
    get payoutRefs() {
      return seen.payoutRefs()
    },
    lastSent: sandbox.lastSent,
    /** Platform fee of a subscription in percent. */
    feePercent: (ref: string) =>
      sandbox.act(sandbox.ownerOf(ref), (scope) => scope.take('subscription', ref))
        .application_fee_percent,
    /** Cards that are saved on the platform. */
    attachedCards: () =>
      sandbox
        .act('', (scope) => scope.list('payment_method').data)
        .filter(({ customer }) => customer !== null)
        .map(({ id }) => id),
    isPaused: (ref: string) =>
      sandbox.act(sandbox.ownerOf(ref), (scope) => scope.take('subscription', ref))
        .pause_collection !== null,
    /** From now on payments and refunds have their balance transactions at once: for tests of the books. */
    bookAtOnce: () => void writeSettings(db, { late_seconds: 0 }),
    /** The next call of this step takes effect, but its answer is lost. */
    loseNext: (step: Step) => void faults.set(step, { do: 'cut_after', method: 'POST', times: 1 }),
    /** The next call of this step does not reach the provider. */
    cutNext: (step: Step) => void faults.set(step, { do: 'cut_before', times: 1 }),
    /** The next call of this step throws. */
    breakNext: (step: Step, error: Error) => void faults.set(step, error),
    /** A webhook request as the provider sends it: body, and headers with its signature. */
    webhookOf({ id, type, account, object: { kind, ref } }: ProviderEvent) {
      const payload = JSON.stringify({
        id,
        object: 'event',
        type,
        created: Math.floor(now().getTime() / 1000),
        ...(account !== null && { account }),
        data: { object: { object: kind, id: ref } },
      })
      const secret = SECRETS[account === null ? 'platform' : 'connect']
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret })
      return { method: 'POST', body: payload, headers: { 'stripe-signature': signature } }
    },
    close: () => void db.close(),
  }
}
