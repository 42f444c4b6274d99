// Moving a ticket to another device: at once if the current one releases it, else after the time that its owner set
// (docs/decisions/tickets/055-moving-tickets.md).

import { readCode } from '#contract/door/code.ts'
import { verifyMotion } from '#contract/door/verify.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { BINDINGS } from '#contract/tickets/limits.ts'
import { BOUND_TOO_OFTEN, NOT_SHOWN_HERE } from '#contract/tickets/messages.ts'
import { TRANSFER_ELSEWHERE } from '#contract/transfers/messages.ts'
import type { DeviceBinding } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { shownIssued } from '../issued-ticket.ts'
import * as query from './binding-queries.ts'

/**
 * From when on the device with `publicKey` may show a ticket that another one shows; null: now. The first refusal is the
 * device's request: it is stored, and its holder is notified.
 */
export async function waitForMove(
  deps: Deps,
  tx: Tx,
  { ticket, bound, publicKey }: { ticket: query.Bindable; bound: DeviceBinding; publicKey: string },
): Promise<string | null> {
  if (ticket.move_wait_hours === 0) return null
  const { moves_from, moves_to } = bound
  const isMeant = moves_from !== null && (moves_to === null || moves_to === publicKey)
  if (isMeant) return moves_from <= isoNow(deps) ? null : moves_from
  deps.throttles.own('moves', BINDINGS).count(ticket.id, BOUND_TOO_OFTEN)
  const from = new Date(deps.clock.now().getTime() + ticket.move_wait_hours * HOUR_MS).toISOString()
  await query.setMove(tx, bound.id, { moves_from: from, moves_to: publicKey })
  await enqueueNotification(deps, tx, {
    to: ticket.holder_id,
    about: `${bound.id}-${from}`,
    notice: { notice: 'ticketMoveAsked', issuedId: ticket.id, title: ticket.title, from },
  })
  return from
}

/** Whether a device shows the ticket now: the code is ours, and signed by the bound device a moment ago. */
async function isShownIn(
  code: string,
  { credential }: Pick<query.Bindable, 'credential'>,
  now: Date,
) {
  const [shown, current] = [readCode(code), readCode(credential)]
  const thumbprint = current?.claims.thumbprint
  if (!shown?.motion || !current || !thumbprint) return false
  if (!Buffer.from(shown.payload).equals(current.payload)) return false
  return (await verifyMotion(shown, shown.motion, thumbprint, now.getTime())) === 'moving'
}

/**
 * Refuses to give a ticket with a waiting time away from elsewhere than the phone that shows it: a login in wrong hands
 * would get round that time.
 */
export async function assertMayLeave(
  deps: Deps,
  tx: Tx,
  ticket: Pick<query.Bindable, 'id' | 'credential' | 'move_wait_hours'>,
  code: string | undefined,
) {
  if (ticket.move_wait_hours === 0) return
  const bound = await query.findBinding(tx, ticket.id)
  const mayMove = !bound || (bound.moves_from !== null && bound.moves_from <= isoNow(deps))
  if (mayMove || (code !== undefined && (await isShownIn(code, ticket, deps.clock.now())))) return
  throw new ApiError(409, TRANSFER_ELSEWHERE)
}

/** Releases the ticket to the next device that asks, or refuses one that asked. Only the device that shows it may. */
export async function answerMove(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { code, allow }: { code: string; allow: boolean },
): Promise<IssuedTicket> {
  await transact(deps.db, async (tx) => {
    const ticket = orNotFound(await query.lockIssued(tx, viewer.id, id))
    const bound = await query.findBinding(tx, id)
    if (!bound || !(await isShownIn(code, ticket, deps.clock.now())))
      throw new ApiError(409, NOT_SHOWN_HERE)
    await query.setMove(tx, bound.id, { moves_from: allow ? isoNow(deps) : null, moves_to: null })
  })
  return shownIssued(deps.db, viewer, id)
}
