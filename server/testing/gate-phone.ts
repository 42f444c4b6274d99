import { bundleBytes, type DoorBundle } from '#contract/door/bundle.ts'
import { door, type GateLogLine } from '#contract/door/calls.ts'
import { type Did, entryBytes, type GateLogEntry } from '#contract/door/log.ts'
import { importKey } from '#contract/door/verify.ts'
import { createCaller } from '#contract/http/caller.ts'
import type { World } from './world.ts'

/** A device key like a phone's, with a function that signs. */
export async function makeKey() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign'])
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return {
    public_key: Buffer.from(raw).toString('base64url'),
    async sign(gateId: string, entry: GateLogEntry): Promise<GateLogLine> {
      const hash = { name: 'ECDSA', hash: 'SHA-256' }
      const signed = await crypto.subtle.sign(hash, pair.privateKey, entryBytes(gateId, entry))
      return { ...entry, signature: Buffer.from(signed).toString('base64url') }
    },
  }
}

/** A gate of aoi's with a phone that has claimed it by invitation, and keeps a log. */
export async function claimGatePhone(
  world: World,
  ticketId: string,
  name: string,
  range: { from: number; to: number } | null = null,
) {
  const ticket = { roomid: 'aoi', id: ticketId }
  const gate = await world.as('aoi')(door.createGate, { params: ticket, body: { name, range } })
  return claimGate(world, gate.invite_url)
}

export async function claimGate(world: World, inviteUrl: string) {
  const key = await makeKey()
  const body = { invite: inviteUrl.split('#')[1]!, public_key: key.public_key }
  const claimed = await world.as(null)(door.claimGate, { body })
  const params = { roomid: claimed.room_id, id: claimed.ticket_id, gid: claimed.gate_id }
  const call = createCaller({ fetch: world.fetch, token: () => claimed.gate_token })
  let { seq } = claimed
  const log: GateLogLine[] = []

  return {
    id: claimed.gate_id,
    token: claimed.gate_token,
    key,
    params,
    call,
    log,
    /** Writes a log line, dated relative to the world's time. */
    async write(did: Did, ticket_hash: string, { minutes = 0, nonce = '' } = {}) {
      const at = new Date(world.clock.now().getTime() + minutes * 60_000).toISOString()
      const number = seq++
      const entry = {
        nonce: nonce || `${claimed.gate_id}-line-${String(number).padStart(8, '0')}`,
        seq: number,
        ticket_hash,
        scanned_at: at,
        did,
        reason: '',
      }
      const line = await key.sign(claimed.gate_id, entry)
      log.push(line)
      return line
    },
    send: (entries: GateLogLine[] = log, more: { device_now?: string; epoch?: number } = {}) =>
      call(door.sendGateLog, { params, body: { entries, ...more } }),
    /** Fetches the bundle, and verifies its signature. */
    async prepare(): Promise<DoorBundle> {
      const { payload, key_id, signature } = await call(door.getBundle, { params })
      if (key_id !== claimed.key.id) throw new Error('the bundle is signed by another key')
      const signer = await importKey(Buffer.from(claimed.key.public_key, 'base64url'))
      const signed = Buffer.from(signature, 'base64url')
      if (!(await crypto.subtle.verify('Ed25519', signer, signed, bundleBytes(payload))))
        throw new Error('the signature of the bundle is invalid')
      return JSON.parse(payload) as DoorBundle
    },
  }
}
export type GatePhone = Awaited<ReturnType<typeof claimGate>>
