// Proof of who takes a ticket to a device that the old one did not release: a passkey, or a code by email.

import { createHmac, randomInt } from 'node:crypto'
import { TOO_MANY_MAILS } from '#contract/auth/messages.ts'
import type { Signed } from '#contract/passkeys/shapes.ts'
import { MOVE_CODE, MOVE_CODES } from '#contract/tickets/limits.ts'
import {
  DEVICE_KEY_WRONG,
  MOVE_CODE_TRIES,
  MOVE_CODE_WRONG,
  MOVE_UNPROVED,
} from '#contract/tickets/messages.ts'
import type { DeviceBinding } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import * as links from '#server/features/auth/emails/link-queries.ts'
import { provePasskey } from '#server/features/auth/passkeys/service.ts'
import { codeAttempt } from '#server/features/auth/password-attempts.ts'
import { getUser } from '#server/features/auth/queries.ts'
import { ApiError, invalid, orNotFound } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { issuedTitle } from '../issued-ticket.ts'
import * as query from './binding-queries.ts'
import { deviceKey } from './device-key.ts'

/** A device that asks to show a ticket of its holder. */
export interface AskingDevice {
  viewer: Viewer
  ticketId: string
  publicKey: string
  /** As emails name it. */
  device: string
}
export interface ProofInput {
  code?: string | undefined
  passkey?: Signed | undefined
}
/** What the device brings in the transaction: a typed code, or a passkey that was verified before. */
export type MoveProof = { by: 'mail'; code: string } | { by: 'passkey' } | null

const aboutOf = ({ viewer, ticketId, publicKey }: AskingDevice) =>
  `ticket-move:${viewer.id}:${ticketId}:${publicKey}`

/** Keyed, as a plain hash of so few digits is found by trying. Good for this person, ticket and device alone. */
const hashOf = (deps: Deps, asking: AskingDevice, code: string) =>
  createHmac('sha256', deps.secrets.link)
    .update(`${aboutOf(asking)}:${code}`)
    .digest('base64url')

/** What emails about a device say of its ticket, and to whom. */
export const mailedMove = async (tx: Tx, ticket: query.Bindable, { device }: AskingDevice) => ({
  ...{ to: (await getUser(tx, ticket.holder_id)).email, title: await issuedTitle(tx, ticket) },
  ...{ number: ticket.number, ticketId: ticket.id, device },
})

/** Emails the holder a code to type on this device. */
export async function sendMoveCode(
  deps: Deps,
  viewer: Viewer,
  ticketId: string,
  publicKey: string,
  client: Client,
) {
  if (!deviceKey(publicKey)) throw invalid({ public_key: [DEVICE_KEY_WRONG] })
  deps.throttles.shared('move codes', MOVE_CODES).count(viewer.id, TOO_MANY_MAILS)
  const asking = { viewer, ticketId, publicKey, device: client.device }
  const code = String(randomInt(10 ** MOVE_CODE.digits)).padStart(MOVE_CODE.digits, '0')
  await transact(deps.db, async (tx) => {
    const ticket = orNotFound(await query.lockIssued(tx, viewer.id, ticketId))
    const now = deps.clock.now()
    const expires_at = new Date(now.getTime() + MOVE_CODE.lifeS * 1000).toISOString()
    await links.insertCode(tx, {
      ...{ id: hashOf(deps, asking, code), user_id: viewer.id, purpose: 'ticket_move' },
      ...{ payload: '{}', expires_at, used_at: null, created_at: now.toISOString() },
    })
    const email = { letter: 'ticketMoveCode', code, hours: ticket.move_wait_hours } as const
    const mailed = await mailedMove(tx, ticket, asking)
    await enqueueEmail(deps, tx, deps.newId(), { ...email, ...mailed, until: expires_at })
  })
}

/**
 * Runs `work`, which may need the proof. A passkey is verified before, as that takes its time; a code is spent by `work`,
 * so that it stays good if `work` fails, and a wrong one counts.
 */
export async function withProof<T>(
  deps: Deps,
  asking: AskingDevice,
  { code, passkey }: ProofInput,
  work: (proof: MoveProof) => Promise<T>,
): Promise<T> {
  if (passkey) {
    await provePasskey(deps, asking.viewer, passkey)
    return work({ by: 'passkey' })
  }
  if (code === undefined) return work(null)
  const attempt = codeAttempt(deps, aboutOf(asking), MOVE_CODE_TRIES)
  await attempt.take()
  const result = await work({ by: 'mail', code })
  await attempt.giveBack()
  return result
}

/** How the holder has proved who they are; throws if they have not. */
export async function prove(
  deps: Deps,
  tx: Tx,
  asking: AskingDevice,
  proof: MoveProof,
): Promise<NonNullable<DeviceBinding['moves_by']>> {
  if (!proof) throw new ApiError(409, MOVE_UNPROVED, { errors: { code: [MOVE_UNPROVED] } })
  if (proof.by === 'passkey') return 'passkey'
  const id = hashOf(deps, asking, proof.code)
  if (!(await links.spendLink(tx, 'ticket_move', id, isoNow(deps))))
    throw invalid({ code: [MOVE_CODE_WRONG] })
  return 'mail'
}
