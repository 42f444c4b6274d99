import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fromBase45, toBase45 } from '#contract/door/base45.ts'
import { motionBytes, readCode, stepAt, ticketHash, withMotion } from '#contract/door/code.ts'
import { evaluateScan, type Verdict } from '#contract/door/verdict.ts'
import { importKey, type Keys, verifyCode } from '#contract/door/verify.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { claimGatePhone, type GatePhone } from '#server/testing/gate-phone.ts'
import { makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { isFull } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const MANY = isFull ? 100_000 : 3_000
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
let world: World
let gate: GatePhone
beforeEach(async () => {
  world = await createWorld()
  await makeRoom(world, 'aoi')
  for (const name of ['fan', 'two', 'bound']) await makeUser(world, name)
  const now = world.clock.now().getTime()
  const times = { opens_at: at(now - 3_600_000), valid_until: at(now + 3_600_000) }
  for (const id of ['night', 'morning'])
    await makeDigitalTicket(world, 'room-aoi', { id, ...times, starts_at: at(now + 60_000) })
  gate = await claimGatePhone(world, 'night', 'A入口')
})
afterEach(() => world.close())

const at = (ms: number) => new Date(ms).toISOString()
async function codeOf(id: string, user: string) {
  const as = world.as(user)
  const { ticket_id } = await as(tickets.joinTicket, { params: { id }, body: {} })
  return (await as(tickets.getIssued, { params: { id: ticket_id } })).credential
}

/** Verdict of a gate that uses its own bundle only. */
async function door() {
  const { plan, keys } = await gate.prepare()
  const known: Keys = new Map(
    await Promise.all(
      keys.map(
        async ({ id, public_key }) =>
          [id, await importKey(Buffer.from(public_key, 'base64url'))] as const,
      ),
    ),
  )
  const nowMs = world.clock.now().getTime()
  return async (text: string): Promise<Verdict> => {
    const code = readCode(text)
    const proof = code && (await verifyCode(code, known, nowMs))
    const hash = code && (await ticketHash(code.claims.issuedId))
    const scanned = code && { code, proof: proof!, hash: hash! }
    return evaluateScan(scanned, { plan, gateId: gate.id, log: [], nowMs }).verdict
  }
}

/** Code of a device-bound ticket: for the current time step and for the previous one. */
async function boundTo(id: string, user: string) {
  const as = world.as(user)
  const { ticket_id } = await as(tickets.joinTicket, { params: { id }, body: {} })
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const { credential } = await as(tickets.bindDevice, {
    params: { id: ticket_id },
    body: { public_key: Buffer.from(publicKey).toString('base64url') },
  })
  const show = async (step: number) => {
    const bytes = motionBytes(readCode(credential)!, step) as Uint8Array<ArrayBuffer>
    const hash = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = new Uint8Array(await crypto.subtle.sign(hash, pair.privateKey, bytes))
    return withMotion(credential, { step, publicKey, signature })
  }
  const step = stepAt(world.clock.now().getTime())
  return { now: await show(step), before: await show(step - 1) }
}

/** Mutations of a valid code: a changed letter or byte, truncation, extension, or the end of another code. */
function mutantsOf(good: string, other: string) {
  const [bytes, otherBytes] = [fromBase45(good)!, fromBase45(other)!]
  const char = fc.constantFrom(...ALPHABET)
  const changedChar = fc
    .tuple(fc.nat(good.length - 1), char)
    .map(([n, by]) => good.slice(0, n) + by + good.slice(n + 1))
  const turnedBit = fc
    .tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
    .map(([n, by]) => toBase45(bytes.map((byte, index) => (index === n ? byte ^ by : byte))))
  const cut = fc.nat(good.length - 1).map((n) => good.slice(0, n))
  const longer = fc.string({ unit: char, minLength: 1, maxLength: 9 }).map((more) => good + more)
  const swapped = fc
    .nat(bytes.length)
    .map((n) => toBase45(new Uint8Array([...bytes.slice(0, n), ...otherBytes.slice(n)])))
  return fc.oneof(changedChar, turnedBit, cut, longer, swapped)
}

it(`refuses all of ${MANY} hostile codes without throwing (41)`, async () => {
  const [good, other, strange] = [
    await codeOf('night', 'fan'),
    await codeOf('night', 'two'),
    await codeOf('morning', 'fan'),
  ]
  const bound = await boundTo('night', 'bound')
  const evaluate = await door()
  expect(await evaluate(good)).toBe('check_holder')
  expect(await evaluate(bound.now)).toBe('ok')
  expect(await evaluate(strange)).toBe('other_event')
  const hostile = fc.oneof(
    { weight: 5, arbitrary: mutantsOf(good, other) },
    { weight: 5, arbitrary: mutantsOf(bound.now, bound.before) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 400 }).map(toBase45) },
    { weight: 2, arbitrary: fc.oneof(fc.string({ unit: 'binary', maxLength: 900 }), fc.webUrl()) },
  )
  const seen = new Map<Verdict, number>()
  const untouched = [good, other, bound.now, bound.before]
  for (const code of fc.sample(hostile, MANY)) {
    if (untouched.includes(code)) continue
    const verdict = await evaluate(code)
    seen.set(verdict, (seen.get(verdict) ?? 0) + 1)
  }
  expect([...seen.keys()].sort()).toEqual(['invalid', 'other_event'])
  expect(seen.get('invalid')).toBeGreaterThan(MANY * 0.9)
})
