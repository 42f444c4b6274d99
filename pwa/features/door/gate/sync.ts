import { createCaller, Refused, readAnswer, urlOf } from '#contract/caller.ts'
import { bundleBytes, type DoorBundle } from '#contract/door/bundle.ts'
import { importKey } from '#contract/door/verify.ts'
import { type Bundle, door } from '#contract/door.ts'
import { GATE_LOG_BATCH } from '#contract/limits.ts'
import { ask } from './ask.ts'
import { fromBase64 } from './bytes.ts'
import * as store from './gate-store.ts'

const GONE = [401, 403, 404, 410]
const paramsOf = ({ roomId, ticketId, id }: store.GateRecord) => ({
  roomid: roomId,
  id: ticketId,
  gid: id,
})
/** What swallows the lines of a gate is no network: staff are told that they work without one. */
export const SILENCE_MS = 15_000

const callOf = ({ token }: store.GateRecord) => createCaller({ fetch: ask, token: () => token })
/** Our server, and no proxy before it, knows nothing of this phone here, or no longer. */
const isGone = (error: unknown) =>
  error instanceof Refused && error.requestId !== null && GONE.includes(error.status)

/** Tells the server what this gate did, then asks what is new: in this order, so that nothing of ours is missing in it. */
export async function syncGate(id: string): Promise<void> {
  const gate = await store.findGate(id)
  if (!gate) return
  await closedWhereGone(id, async () => {
    await sendLog(gate)
    await fetchBundle(gate)
  })
  // A room that was suspended may come back.
  if (gate.closed) await store.changeGate(id, { closed: false })
}

/** Tells the server what this gate did, and then that this phone works there no more. */
export async function giveUpGate(id: string, signal: AbortSignal): Promise<void> {
  const gate = await store.findGate(id)
  if (!gate) return
  await closedWhereGone(id, () => sendLog(gate, signal))
  try {
    await callOf(gate)(door.leaveGate, { params: paramsOf(gate) }, { signal })
  } catch (error) {
    // It was heard before, and its answer was lost.
    if (!isGone(error)) throw error
  }
}

async function closedWhereGone(id: string, work: () => Promise<unknown>) {
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
  // Also with nothing to tell: the server learns by which plan this gate works.
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
  const bundle = await demandSigned((await readAnswer(response)) as Bundle, gate)
  if (isOvertaken(bundle, gate.bundle)) return
  const etag = response.headers.get('etag') ?? ''
  await store.changeGate(gate.id, { bundle, etag, checkedAt, signers: bundle.keys })
}

/**
 * An answer that was overtaken on its way must not bring an older plan back. Of another teller it is what holds now:
 * after a backup was put back, epochs are lower.
 */
const isOvertaken = (told: DoorBundle, known: DoorBundle | null) =>
  told.teller === known?.teller && told.epoch < known.epoch

async function demandSigned(answer: Bundle, gate: store.GateRecord): Promise<DoorBundle> {
  const signer = gate.signers.find((key) => key.id === answer.key_id)
  const good =
    signer &&
    (await crypto.subtle.verify(
      'Ed25519',
      await importKey(fromBase64(signer.public_key)),
      fromBase64(answer.signature),
      bundleBytes(answer.payload),
    ))
  const bundle = good ? (JSON.parse(answer.payload) as DoorBundle) : null
  if (bundle?.gate_id !== gate.id)
    throw new Error('a list that the server did not sign for this gate')
  return bundle
}

/** Whose ticket it is; null where it cannot be had in time. */
export async function holderOf(
  gate: store.GateRecord,
  hash: string,
  signal: AbortSignal,
): Promise<string | null> {
  const params = { roomid: gate.roomId, id: gate.ticketId, hash }
  try {
    return (await callOf(gate)(door.getHolder, { params }, { signal })).display_name
  } catch {
    return null // no network, or nobody's any more: the number stands there all the same
  }
}
