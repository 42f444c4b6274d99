// Moving a ticket to another device: at once if the current one releases it, else with a proof of who asks, after the time
// that its owner set (docs/decisions/tickets/055-moving-tickets.md).

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
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { shownIssued } from '../issued-ticket.ts'
import * as query from './binding-queries.ts'
import { type AskingDevice, type MoveProof, mailedMove, prove } from './move-proof.ts'

/** Whether a device was let go, or asked for with a proof: then `moves_from` is the instant from which it may be left. */
const mayLeaveFrom = ({ moves_from, moves_to, moves_by }: DeviceBinding) =>
  moves_to === null || moves_by !== null ? moves_from : null

interface Move {
  ticket: query.Bindable
  bound: DeviceBinding
  asking: AskingDevice
  proof: MoveProof
}

/**
 * From when on a device may show a ticket that another one shows; null: now. Without a release it needs a proof, which is
 * also its request: that is stored, and the holder is notified if they have to wait.
 */
export async function waitForMove(
  deps: Deps,
  tx: Tx,
  { ticket, bound, asking, proof }: Move,
): Promise<string | null> {
  const hours = ticket.move_wait_hours
  const due = mayLeaveFrom(bound)
  const isMeant = bound.moves_to === null || bound.moves_to === asking.publicKey
  if (due !== null && isMeant) return hours === 0 || due <= isoNow(deps) ? null : due
  const moves_by = await prove(deps, tx, asking, proof)
  const from = new Date(deps.clock.now().getTime() + hours * HOUR_MS).toISOString()
  await query.setMove(tx, bound.id, { moves_from: from, moves_to: asking.publicKey, moves_by })
  if (hours === 0) return null
  deps.throttles.own('moves', BINDINGS).count(ticket.id, BOUND_TOO_OFTEN)
  const about = `${bound.id}-${from}`
  const notice = { notice: 'ticketMoveAsked', issuedId: ticket.id, title: ticket.title } as const
  await enqueueNotification(deps, tx, { to: ticket.holder_id, about, notice: { ...notice, from } })
  const email = { letter: 'ticketMoveAsked', from, at: isoNow(deps) } as const
  await enqueueEmail(deps, tx, about, { ...email, ...(await mailedMove(tx, ticket, asking)) })
  return from
}

/** Tells the holder that another device shows their ticket, also by email: it may have been another person. */
export async function notifyDeviceChanged(
  deps: Deps,
  tx: Tx,
  ticket: query.Bindable,
  { about, asking }: { about: string; asking: AskingDevice },
) {
  const notice = { notice: 'ticketMoved', issuedId: ticket.id, title: ticket.title } as const
  await enqueueNotification(deps, tx, { to: ticket.holder_id, about, notice })
  const email = { letter: 'ticketMoved', at: isoNow(deps) } as const
  await enqueueEmail(deps, tx, about, { ...email, ...(await mailedMove(tx, ticket, asking)) })
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
 * Refuses to give a ticket away from elsewhere than the phone that shows it: a login in wrong hands would get round the
 * proof and the waiting time.
 */
export async function assertMayLeave(
  deps: Deps,
  tx: Tx,
  ticket: Pick<query.Bindable, 'id' | 'credential'>,
  code: string | undefined,
) {
  const bound = await query.findBinding(tx, ticket.id)
  const from = bound && mayLeaveFrom(bound)
  if (!bound || (from && from <= isoNow(deps))) return
  if (code !== undefined && (await isShownIn(code, ticket, deps.clock.now()))) return
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
    await query.setMove(tx, bound.id, {
      moves_from: allow ? isoNow(deps) : null,
      moves_to: null,
      moves_by: allow ? 'release' : null,
    })
  })
  return shownIssued(deps.db, viewer, id)
}
