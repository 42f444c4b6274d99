import { thumbprintOf } from '#contract/door/thumbprint.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { BINDINGS } from '#contract/tickets/limits.ts'
import {
  BOUND_TOO_OFTEN,
  DEVICE_KEY_WRONG,
  moveWaits,
  TICKET_NOT_VALID,
} from '#contract/tickets/messages.ts'
import { windowOf } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { clockOf, weekdayOf } from '#server/features/push/copy.ts'
import { ApiError, invalid, orNotFound, tooMany } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { waitMs } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { shownIssued } from '../issued-ticket.ts'
import { countDoorChange } from '../issuing/issue-queries.ts'
import { claimsOf, signWithKey } from '../issuing/signing-keys.ts'
import * as query from './binding-queries.ts'
import { deviceKey } from './device-key.ts'
import { type ProofInput, withProof } from './move-proof.ts'
import { notifyDeviceChanged, waitForMove } from './move-ticket.ts'
import { takenAt } from './transfer-queries.ts'

/** Valid, or used with reentry allowed. */
const opensDoor = ({ status, reentry }: query.Bindable) =>
  status === 'valid' || (status === 'used' && reentry === 1)

async function bind(deps: Deps, tx: Tx, ticket: query.Bindable, publicKey: string) {
  const now = deps.clock.now()
  const day = windowOf(now, BINDINGS.perMs)
  // Bindings of earlier holders do not count. If a clock that was ahead recorded the transfer, none count.
  const since = (await takenAt(tx, ticket.id)) ?? day.after
  const window = since > day.after ? { ...day, after: since } : day
  const bound = await query.boundLately(tx, ticket.id, window, BINDINGS.max)
  const left = waitMs(BINDINGS, bound, now.getTime())
  if (left > 0) throw tooMany(left / 1000, BOUND_TOO_OFTEN)
  const thumbprint = await thumbprintOf(Buffer.from(publicKey, 'base64url'))
  const generation = ticket.generation + 1
  const of = { ...ticket, id: ticket.digital_ticket_id }
  const credential = await signWithKey(deps, tx, {
    ...claimsOf(of, ticket),
    generation,
    thumbprint,
  })
  const at = now.toISOString()
  await query.revokeBindings(tx, ticket.id, at)
  const id = deps.newId()
  await query.insertBinding(tx, {
    id,
    issued_ticket_id: ticket.id,
    public_key: publicKey,
    thumbprint: Buffer.from(thumbprint).toString('base64url'),
    created_at: at,
    revoked_at: null,
    moves_from: null,
    moves_to: null,
    moves_by: null,
  })
  await query.setCode(tx, ticket.id, { credential, generation })
  await countDoorChange(tx, ticket.digital_ticket_id)
  return id
}

interface BindInput extends ProofInput {
  public_key: string
}

/**
 * Binds a ticket to the phone that shows it. Holders may change phones within a limit, with a proof unless the old phone
 * released it, and after the ticket's waiting time; each change is a row. Returns the ticket with its new code; idempotent
 * for the same key.
 */
export async function bindDevice(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { public_key: publicKey, ...input }: BindInput,
  { device }: Pick<Client, 'device'>,
): Promise<IssuedTicket> {
  if (!deviceKey(publicKey)) throw invalid({ public_key: [DEVICE_KEY_WRONG] })
  const asking = { viewer, ticketId: id, publicKey, device }
  const from = await withProof(deps, asking, input, (proof) =>
    transact(deps.db, async (tx) => {
      const ticket = orNotFound(await query.lockIssued(tx, viewer.id, id))
      const bound = await query.findBinding(tx, id)
      if (bound?.public_key === publicKey) return null
      if (!opensDoor(ticket)) throw new ApiError(409, TICKET_NOT_VALID)
      const wait = bound && (await waitForMove(deps, tx, { ticket, bound, asking, proof }))
      if (wait) return wait
      const binding = await bind(deps, tx, ticket, publicKey)
      if (bound) await notifyDeviceChanged(deps, tx, ticket, { about: binding, asking })
      return null
    }),
  )
  // After the commit, which keeps the request.
  if (from) throw new ApiError(409, moveWaits(`${weekdayOf(from)} ${clockOf(from)}`))
  return shownIssued(deps.db, viewer, id)
}
