import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Claims,
  credentialOf,
  encodeClaims,
  motionBytes,
  readCode,
  STEP_S,
  stepAt,
  thumbprintOf,
  ticketHash,
  withMotion,
} from './code.ts'
import { type Keys, verifyCode } from './verify.ts'

const NOW = Date.parse('2026-12-24T18:40:00+09:00')
const CLAIMS: Claims = {
  keyId: '019a9f5e-7c1b-7aaa-8bbb-000000000001',
  issuedId: '019a9f5e-7c1b-7aaa-8bbb-0000000000ff',
  ticketId: 'night',
  number: 'A 042',
  from: NOW / 1000 - 3_600,
  until: NOW / 1000 + 3_600,
  generation: 1,
  thumbprint: null,
}
type Bytes = Uint8Array<ArrayBuffer>

let keys: Keys
let sign: (claims: Partial<Claims>) => Promise<string>
let phone: Awaited<ReturnType<typeof makePhone>>

async function makePhone() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
  ])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  async function show(credential: string, nowMs: number) {
    const step = stepAt(nowMs)
    const bytes = motionBytes(readCode(credential)!, step) as Bytes
    const hash = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = new Uint8Array(await crypto.subtle.sign(hash, pair.privateKey, bytes))
    return withMotion(credential, { step, publicKey, signature })
  }
  return { publicKey, show, thumbprint: await thumbprintOf(publicKey) }
}

beforeAll(async () => {
  const pair = (await crypto.subtle.generateKey('Ed25519', false, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  keys = new Map([[CLAIMS.keyId, pair.publicKey]])
  sign = async (claims) => {
    const payload = encodeClaims({ ...CLAIMS, ...claims }) as Bytes
    const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, payload)
    return credentialOf(payload, new Uint8Array(signature))
  }
  phone = await makePhone()
})
const proofOf = async (text: string, nowMs = NOW) => {
  const code = readCode(text)
  return code ? verifyCode(code, keys, nowMs) : null
}

it('says again what was put into it', async () => {
  const { thumbprint } = phone
  for (const claims of [{}, { thumbprint }, { issuedId: 'plain', number: 'VIP 7' }])
    expect(readCode(await sign(claims))!.claims).toEqual({ ...CLAIMS, ...claims })
})

it('stays small enough for a code that a phone reads from a phone', async () => {
  const bound = await sign({ thumbprint: phone.thumbprint })
  expect((await phone.show(bound, NOW)).length).toBeLessThanOrEqual(468)
  expect(await phone.show(bound, NOW)).toMatch(/^[0-9A-Z $%*+\-./:]+$/)
})

it('takes a code that no device is bound to for what it is', async () => {
  expect(await proofOf(await sign({}))).toBe('still')
})

describe('a bound code', () => {
  it('is good within its step and as far as clocks may differ', async () => {
    const start = stepAt(NOW) * STEP_S * 1000
    const shown = await phone.show(await sign({ thumbprint: phone.thumbprint }), NOW)
    const at = (seconds: number) => proofOf(shown, start + seconds * 1000)
    expect([await at(0), await at(STEP_S + 90), await at(-90)]).toEqual([
      'moving',
      'moving',
      'moving',
    ])
    expect([await at(STEP_S + 91), await at(-91), await at(180)]).toEqual([
      'stale',
      'stale',
      'stale',
    ])
  })

  it('is worth nothing without its moving part', async () => {
    expect(await proofOf(await sign({ thumbprint: phone.thumbprint }))).toBe('stale')
  })

  it('cannot be shown by another phone, nor moved on by who copied it', async () => {
    const credential = await sign({ thumbprint: phone.thumbprint })
    const other = await makePhone()
    expect(await proofOf(await other.show(credential, NOW))).toBe('forged')
    const { motion } = readCode(await phone.show(credential, NOW))!
    const later = withMotion(credential, { ...motion!, step: motion!.step + 10 })
    expect(await proofOf(later, NOW + 300_000)).toBe('forged')
  })

  it('cannot move where it was bound to none', async () => {
    expect(await proofOf(await phone.show(await sign({}), NOW))).toBe('forged')
  })
})

it('41: takes nothing for good of which one bit was turned', async () => {
  const moving = await phone.show(await sign({ thumbprint: phone.thumbprint }), NOW)
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
  await fc.assert(
    fc.asyncProperty(fc.nat(moving.length - 1), fc.constantFrom(...letters), async (at, letter) => {
      if (moving[at] === letter) return
      const turned = moving.slice(0, at) + letter + moving.slice(at + 1)
      expect(['forged', null]).toContain(await proofOf(turned))
    }),
    { numRuns: 300 },
  )
})

it('41: reads nothing from what is no code of ours, whatever it is', async () => {
  const hostile = [
    '',
    'javascript:alert(1)',
    'https://example.com/?ticket=1',
    'A'.repeat(3_000),
    '%'.repeat(699),
    '入場券',
    '\u0000',
    (await sign({})).slice(0, -3),
    `${await sign({})}BB8`,
  ]
  for (const text of hostile) expect(await proofOf(text)).toBeNull()
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (text) => {
      expect(readCode(text)).toBeNull()
    }),
  )
})

it('41: knows no key but those of the ticket', async () => {
  expect(await proofOf(await sign({ keyId: 'another' }))).toBe('forged')
})

it('names a ticket by a hash that says nothing of it', async () => {
  const hash = await ticketHash(CLAIMS.issuedId)
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  expect(await ticketHash(CLAIMS.issuedId)).toBe(hash)
  expect(await ticketHash('another')).not.toBe(hash)
})
