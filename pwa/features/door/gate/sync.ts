import { bundleBytes, type DoorBundle } from '#contract/door/bundle.ts'
import { type Bundle, door } from '#contract/door/calls.ts'
import { GATE_LOG_BATCH } from '#contract/door/limits.ts'
import { importKey } from '#contract/door/verify.ts'
import { createCaller, RequestError, readAnswer, urlOf } from '#contract/http/caller.ts'
import { fromBase64 } from '#pwa/lib/base64.ts'
import { propertiesOf } from '#pwa/lib/unknown.ts'
import { ask } from './ask.ts'
import * as store from './gate-store.ts'

const GONE = [401, 403, 404, 410]
const paramsOf = ({ roomId, ticketId, id }: store.GateRecord) => ({
  roomid: roomId,
  id: ticketId,
  gid: id,
})
/** A log upload without an answer for this long counts as offline, which staff are shown. */
export const SILENCE_MS = 15_000

const callOf = ({ token }: store.GateRecord) => createCaller({ fetch: ask, token: () => token })
/** Our server, not a proxy, answered that this phone is unknown or no longer valid. */
const isGone = (error: unknown) =>
  error instanceof RequestError && error.requestId !== null && GONE.includes(error.status)

/** Uploads the gate's log, then fetches the list: in this order, so that the list includes all own actions. */
export async function syncGate(id: string): Promise<void> {
  const gate = await store.findGate(id)
  if (!gate) return
  await endIfDeleted(id, async () => {
    await sendLog(gate)
    await fetchBundle(gate)
  })
  // A suspended room may have been restored.
  if (gate.closed) await store.changeGate(id, { closed: false })
}

/** Uploads the gate's log, then gives the gate up. */
export async function giveUpGate(id: string, signal: AbortSignal): Promise<void> {
  const gate = await store.findGate(id)
  if (!gate) return
  await endIfDeleted(id, () => sendLog(gate, signal))
  try {
    await callOf(gate)(door.leaveGate, { params: paramsOf(gate) }, { signal })
  } catch (error) {
    // Given up before: only the response was lost.
    if (!isGone(error)) throw error
  }
}

async function endIfDeleted(id: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (isGone(error)) await store.changeGate(id, { closed: true })
    throw error
  }
}

async function sendLog(gate: store.GateRecord, signal?: AbortSignal) {
  const call = callOf(gate)
  const acked = await store.listAcked(gate.id)
  const lines = (await store.listLines(gate.id)).filter(({ nonce }) => !acked.has(nonce))
  // Also without entries: the upload reports the epoch of the gate's plan.
  for (let from = 0; from === 0 || from < lines.length; from += GATE_LOG_BATCH) {
    const entries = lines.slice(from, from + GATE_LOG_BATCH)
    const device_now = new Date().toISOString()
    const epoch = gate.bundle?.epoch
    const answer = await call(
      door.sendGateLog,
      {
        params: paramsOf(gate),
        body: { entries, device_now, ...(epoch !== undefined && { epoch }) },
      },
      { signal: signal ?? AbortSignal.timeout(SILENCE_MS) },
    )
    await store.addAcks(gate.id, [...answer.accepted, ...answer.duplicates, ...answer.refused])
    await store.changeGate(gate.id, { offset: Date.parse(answer.now) - Date.now() })
  }
}

async function fetchBundle(gate: store.GateRecord) {
  const response = await ask(urlOf(door.getBundle, { params: paramsOf(gate) }), {
    method: door.getBundle.method,
    headers: { authorization: `Bearer ${gate.token}`, 'if-none-match': gate.etag },
    cache: 'no-store',
  })
  const checkedAt = Date.now()
  if (response.status === 304) return store.changeGate(gate.id, { checkedAt })
  const bundle = await assertSignature(await readAnswer(response), gate)
  if (isStale(bundle, gate.bundle)) return
  const etag = response.headers.get('etag') ?? ''
  await store.changeGate(gate.id, { bundle, etag, checkedAt, signers: bundle.keys })
}

/**
 * A response that was overtaken must not restore an older plan. An answer of another teller is always current: after
 * a restored backup, epochs start lower.
 */
const isStale = (received: DoorBundle, known: DoorBundle | null) =>
  received.teller === known?.teller && received.epoch < known.epoch

async function assertSignature(answer: unknown, gate: store.GateRecord): Promise<DoorBundle> {
  const bundle = isBundle(answer) ? await verifiedBundle(answer, gate) : null
  if (bundle?.gate_id !== gate.id)
    throw new Error('the ticket list is not signed by a key of the server for this gate')
  return bundle
}

function isBundle(answer: unknown): answer is Bundle {
  const { payload, key_id, signature } = propertiesOf(answer)
  return [payload, key_id, signature].every((part) => typeof part === 'string')
}

/** The list if the server signed it, else null. */
async function verifiedBundle(answer: Bundle, gate: store.GateRecord): Promise<DoorBundle | null> {
  const signer = gate.signers.find((key) => key.id === answer.key_id)
  const good =
    signer &&
    (await crypto.subtle.verify(
      'Ed25519',
      await importKey(fromBase64(signer.public_key)),
      fromBase64(answer.signature),
      bundleBytes(answer.payload),
    ))
  // The signature proves that the server wrote it.
  return good ? (JSON.parse(answer.payload) as DoorBundle) : null
}

/** What a gate shows of a holder; never stored on its phone. */
export interface ShownHolder {
  /** The entrant's of a named ticket, else the display name. */
  name: string
  /** 配慮の希望; empty: none. */
  needs: string
}

/** The holder of a ticket; null if not available in time. */
export async function holderOf(
  gate: store.GateRecord,
  hash: string,
  signal: AbortSignal,
): Promise<ShownHolder | null> {
  const params = { roomid: gate.roomId, id: gate.ticketId, hash }
  try {
    const { display_name, entrant } = await callOf(gate)(door.getHolder, { params }, { signal })
    return { name: entrant?.name || display_name, needs: entrant?.needs ?? '' }
  } catch {
    return null // Offline, or without a holder: the number is shown all the same.
  }
}
