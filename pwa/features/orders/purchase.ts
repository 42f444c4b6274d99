import { RequestError } from '#contract/http/caller.ts'
import {
  CONFIRM_EVERY_MS,
  CONFIRM_FOR_MS,
  CROWD_RETRY_FOR_MS,
  CROWD_SAID_AFTER_MS,
} from '#contract/payments/limits.ts'
import { CARD_NOT_AUTHENTICATED, CARD_WRONG, PAID_ANYWAY } from '#contract/payments/messages.ts'
import { RETRY_LATER, UNREACHABLE } from '#contract/shared/messages.ts'
import { CardRefused, type Confirming } from '#pwa/adapters/payment-form.ts'
import type { StartedPayment } from './started-payment.ts'

/** The payment to confirm in the browser; null if the charge is complete already. */
export type Started = Confirming | null

export interface PurchaseSteps {
  /** Creates the token of a new card; null for a saved card. */
  createToken: (() => Promise<string>) | null
  /** `key` is the idempotency key: a retry with the same one has no further effect. */
  start: (token: string | undefined, key: string) => Promise<Started>
  newKey: () => string
  /** Called with true while the payment waits in a queue, with false once it is served. */
  onQueue: (isThere: boolean) => void
  /** Schedules `work`; returns the function that cancels it. */
  later: (ms: number, work: () => void) => () => void
  /** 3-D Secure: true once it succeeded, false if the bank declined; throws without an answer. */
  confirm: (payment: Confirming) => Promise<boolean>
  finish: () => Promise<unknown>
  /** Null for a payment; for a free product, the message shown if joining fails. */
  free: string | null
  /** Called when the payment is in process and its result not yet known. */
  onWaiting: () => void
  /** Waits this many milliseconds. */
  wait: (ms: number) => Promise<void>
  /** Remembers the payment that `start` started, until its result is known; missing: only `finish` knows it. */
  started?: StartedPayment
}

/** The calls that buy one product. */
export interface Purchase extends Pick<PurchaseSteps, 'start' | 'finish' | 'free' | 'started'> {
  /** Throws if the product is not offered as shown any more. Asked before another one is paid, which it is bought with. */
  check?: () => Promise<unknown>
  /** Whether the server knows the product as bought, for example by another tab. Asked after a failure. */
  isBought?: () => Promise<boolean>
}

/**
 * Buys products one after another with one card: a new card pays the first paid product, which saves it, and the saved
 * card the next one. Calls `onBought` after each. Throws `PurchaseFailed`; products bought before stay bought.
 */
export async function purchaseInTurn(
  products: Purchase[],
  { createToken, ...steps }: Omit<PurchaseSteps, keyof Purchase>,
  onBought: () => void,
): Promise<void> {
  // Not of a single one: its own hold may be what leaves no seat, and the server refuses it without a charge.
  if (products.length > 1) for (const { check } of products) await check?.().catch(failPurchase)
  const firstPaid = products.find(({ free }) => free === null)
  for (const product of products) {
    const card = product === firstPaid ? createToken : null
    try {
      await purchase({ ...steps, ...product, createToken: card })
    } catch (error) {
      if (await product.isBought?.().catch(() => false)) onBought()
      throw error
    }
    onBought()
  }
}

/**
 * Finds out what became of payments that were started before the page was loaded anew, for example by the bank's check.
 * Calls `onBought` for each that succeeded. False: the form has to buy the rest. Throws `PurchaseFailed`.
 */
export async function resumeInTurn(
  products: Pick<Purchase, 'finish' | 'started'>[],
  onBought: () => void,
): Promise<boolean> {
  for (const { finish, started } of products) {
    if (started?.ref() === undefined) return false
    try {
      await finish()
    } catch (error) {
      const status = error instanceof RequestError ? error.status : null
      // Not paid yet: the next press goes on with it.
      if (status === 409) return false
      if (!isFinal(error)) throw new PurchaseFailed(UNREACHABLE + PAID_ANYWAY)
      started.clear()
      // Of another person, or of another server.
      if (status === 404) return false
      throw new PurchaseFailed(error.message)
    }
    started.clear()
    onBought()
  }
  return true
}

/** The message is for the buyer. */
export class PurchaseFailed extends Error {
  override name = 'PurchaseFailed'
}

/** Runs a purchase from the press of the button to the entitlement. Throws `PurchaseFailed` with a message. */
export async function purchase(steps: PurchaseSteps): Promise<void> {
  if (steps.free !== null) return join(steps.finish, steps.free)
  // The server knows of an earlier payment, and goes on with it or ends it.
  steps.started?.clear()
  const token = steps.createToken ? await steps.createToken().catch(cardRefused) : undefined
  const started = await begin(steps, token).catch(failPurchase)
  const answer = started ? await steps.confirm(started).catch(() => null) : true
  if (answer === null) return findOut(steps)
  if (!answer) {
    steps.started?.clear()
    throw new PurchaseFailed(CARD_NOT_AUTHENTICATED)
  }
  await arrive(steps)
}

/** Starts the payment. If the queue is full, retries automatically for a while. */
async function begin(
  { start, newKey, onQueue, later, wait }: PurchaseSteps,
  token: string | undefined,
): Promise<Started> {
  const key = newKey()
  const saidInTime = later(CROWD_SAID_AFTER_MS, () => onQueue(true))
  try {
    for (let waited = 0; ; ) {
      try {
        return await start(token, key)
      } catch (error) {
        const again =
          error instanceof RequestError && error.status === 503 ? error.retryAfterMs : null
        if (again === null || waited + again > CROWD_RETRY_FOR_MS) throw error
        onQueue(true)
        waited += again
        await wait(again)
      }
    }
  } finally {
    saidInTime()
    onQueue(false)
  }
}

async function join(finish: PurchaseSteps['finish'], failed: string): Promise<void> {
  try {
    await finish()
  } catch (error) {
    const isRejected = error instanceof RequestError && error.status < 500
    throw new PurchaseFailed(isRejected ? error.message : failed)
  }
}

/** The confirmation got no answer: asks the server for the result. Pressing again retries the same payment. */
async function findOut({ finish, started }: PurchaseSteps): Promise<void> {
  try {
    await finish()
    started?.clear()
  } catch (error) {
    if (!isFinal(error)) throw new PurchaseFailed(UNREACHABLE + PAID_ANYWAY)
    started?.clear()
    throw new PurchaseFailed(error.message)
  }
}

/** The charge succeeded: polls until the entitlement exists. Errors only delay it. */
async function arrive({ finish, started, onWaiting, wait }: PurchaseSteps): Promise<void> {
  for (let waited = 0; ; waited += CONFIRM_EVERY_MS) {
    try {
      await finish()
      started?.clear()
      return
    } catch (error) {
      if (isFinal(error)) {
        started?.clear()
        throw new PurchaseFailed(error.message)
      }
      if (waited >= CONFIRM_FOR_MS) throw new PurchaseFailed(RETRY_LATER + PAID_ANYWAY)
      onWaiting()
      await wait(CONFIRM_EVERY_MS)
    }
  }
}

const FINAL = [402, 403, 404, 410, 422]
const isFinal = (error: unknown): error is RequestError =>
  error instanceof RequestError && FINAL.includes(error.status)

function cardRefused(error: unknown): never {
  throw new PurchaseFailed(error instanceof CardRefused ? error.message : CARD_WRONG)
}

/** The server's message, or the one for a network error. */
function failPurchase(error: unknown): never {
  throw new PurchaseFailed(error instanceof Error ? error.message : RETRY_LATER)
}
