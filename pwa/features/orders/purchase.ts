import { Refused } from '#contract/caller.ts'
import {
  CONFIRM_EVERY_MS,
  CONFIRM_FOR_MS,
  CROWD_RETRY_FOR_MS,
  CROWD_SAID_AFTER_MS,
} from '#contract/limits.ts'
import { CARD_WRONG, PAID_ANYWAY, RETRY_LATER, UNREACHABLE } from '#contract/messages.ts'
import { CARD_NOT_AUTHENTICATED } from '#contract/paying-messages.ts'
import { CardRefused, type Confirming } from '#pwa/adapters/card-desk.ts'

/** What the server wants of the browser before the money moves; null where it has moved already. */
export type Started = Confirming | null

export interface PurchaseSteps {
  /** Makes the token of a new card; null where a saved one pays. */
  createToken: (() => Promise<string>) | null
  /** The same key is the same wish: sent again, nothing happens twice. */
  start: (token: string | undefined, key: string) => Promise<Started>
  newKey: () => string
  /** Others stand in line before this payment; false once it is its turn. */
  onCrowd: (isThere: boolean) => void
  /** Does that later, unless what it answers with is called before. */
  later: (ms: number, work: () => void) => () => void
  /** The bank's check: true once the money is on its way, false where the bank says no; throws where nobody answers. */
  confirm: (payment: Confirming) => Promise<boolean>
  finish: () => Promise<unknown>
  /** Nothing is paid: what is said where that fails. */
  free: string | null
  /** The money is on its way, and its arrival not known yet. */
  onWaiting: () => void
  /** So many milliseconds of waiting. */
  wait: (ms: number) => Promise<void>
}

/** Words for the buyer. */
export class PurchaseFailed extends Error {
  override name = 'PurchaseFailed'
}

/** From the press of the button to the right. Throws `PurchaseFailed` with what the buyer is told. */
export async function purchase(steps: PurchaseSteps): Promise<void> {
  if (steps.free !== null) return join(steps.finish, steps.free)
  const token = steps.createToken ? await steps.createToken().catch(cardRefused) : undefined
  const started = await begin(steps, token).catch(refused)
  const answer = started ? await steps.confirm(started).catch(() => null) : true
  if (answer === null) return findOut(steps)
  if (!answer) throw new PurchaseFailed(CARD_NOT_AUTHENTICATED)
  await arrive(steps)
}

/** Where too many buy at once, one waits in line; who is sent away from it comes back by itself, for a while. */
async function begin(
  { start, newKey, onCrowd, later, wait }: PurchaseSteps,
  token: string | undefined,
): Promise<Started> {
  const key = newKey()
  const saidInTime = later(CROWD_SAID_AFTER_MS, () => onCrowd(true))
  try {
    for (let waited = 0; ; ) {
      try {
        return await start(token, key)
      } catch (error) {
        const again = error instanceof Refused && error.status === 503 ? error.retryAfterMs : null
        if (again === null || waited + again > CROWD_RETRY_FOR_MS) throw error
        onCrowd(true)
        waited += again
        await wait(again)
      }
    }
  } finally {
    saidInTime()
    onCrowd(false)
  }
}

async function join(finish: PurchaseSteps['finish'], failed: string): Promise<void> {
  try {
    await finish()
  } catch (error) {
    const told = error instanceof Refused && error.status < 500
    throw new PurchaseFailed(told ? error.message : failed)
  }
}

/** Nobody said whether the money is on its way: the server asks. Pressed again, it is the same payment. */
async function findOut({ finish }: PurchaseSteps): Promise<void> {
  try {
    await finish()
  } catch (error) {
    const words = isFinal(error) ? (error as Refused).message : UNREACHABLE + PAID_ANYWAY
    throw new PurchaseFailed(words)
  }
}

/** The money has moved: whatever breaks now, the right comes, and the buyer need only wait for it. */
async function arrive({ finish, onWaiting, wait }: PurchaseSteps): Promise<void> {
  for (let waited = 0; ; waited += CONFIRM_EVERY_MS) {
    try {
      await finish()
      return
    } catch (error) {
      if (isFinal(error)) throw new PurchaseFailed((error as Refused).message)
      if (waited >= CONFIRM_FOR_MS) throw new PurchaseFailed(RETRY_LATER + PAID_ANYWAY)
      onWaiting()
      await wait(CONFIRM_EVERY_MS)
    }
  }
}

const FINAL = [402, 403, 404, 410, 422]
const isFinal = (error: unknown) => error instanceof Refused && FINAL.includes(error.status)

function cardRefused(error: unknown): never {
  throw new PurchaseFailed(error instanceof CardRefused ? error.message : CARD_WRONG)
}

/** The server's own words where it has any; a connection that broke has some too. */
function refused(error: unknown): never {
  throw new PurchaseFailed(error instanceof Error ? error.message : RETRY_LATER)
}
