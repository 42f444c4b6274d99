import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ENTRANT_MAX } from '../tickets/limits.ts'
import {
  type Claims,
  credentialOf,
  encodeClaims,
  motionBytes,
  readCode,
  STEP_S,
  stepAt,
  ticketHash,
  withMotion,
} from './code.ts'
import { thumbprintOf } from './thumbprint.ts'
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
  paperName: null,
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

it('decoded code equals its input', async () => {
  const { thumbprint } = phone
  const paper = { paperName: '佐藤 千晴' }
  for (const claims of [{}, { thumbprint }, paper, { issuedId: 'plain', number: 'VIP 7' }])
    expect(readCode(await sign(claims))!.claims).toEqual({ ...CLAIMS, ...claims })
})

it('code on paper with the longest name is read', async () => {
  const paperName = '𠮷'.repeat(ENTRANT_MAX.name)
  expect(readCode(await sign({ paperName, number: 'MMMMMMMM 999999' }))).not.toBeNull()
})

it('code of a phone has no name', async () => {
  expect(readCode(await sign({ paperName: '佐藤', thumbprint: phone.thumbprint }))).toBeNull()
})

it('code is small enough to scan from a phone’s screen', async () => {
  const bound = await sign({ thumbprint: phone.thumbprint })
  expect((await phone.show(bound, NOW)).length).toBeLessThanOrEqual(468)
  expect(await phone.show(bound, NOW)).toMatch(/^[0-9A-Z $%*+\-./:]+$/)
})

it('unbound code is reported as `still`', async () => {
  expect(await proofOf(await sign({}))).toBe('still')
})

describe('bound code', () => {
  it('is valid within its step and the tolerated clock difference', async () => {
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

  it('is invalid without its moving part', async () => {
    expect(await proofOf(await sign({ thumbprint: phone.thumbprint }))).toBe('stale')
  })

  it('cannot be shown or renewed by another phone', async () => {
    const credential = await sign({ thumbprint: phone.thumbprint })
    const other = await makePhone()
    expect(await proofOf(await other.show(credential, NOW))).toBe('forged')
    const { motion } = readCode(await phone.show(credential, NOW))!
    const later = withMotion(credential, { ...motion!, step: motion!.step + 10 })
    expect(await proofOf(later, NOW + 300_000)).toBe('forged')
  })

  it('cannot get a moving part if it was not bound', async () => {
    expect(await proofOf(await phone.show(await sign({}), NOW))).toBe('forged')
  })
})

it('code with any flipped bit is invalid (41)', async () => {
  const moving = await phone.show(await sign({ thumbprint: phone.thumbprint }), NOW)
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
  await fc.assert(
    fc.asyncProperty(fc.nat(moving.length - 1), fc.constantFrom(...alphabet), async (at, char) => {
      if (moving[at] === char) return
      const turned = moving.slice(0, at) + char + moving.slice(at + 1)
      expect(['forged', null]).toContain(await proofOf(turned))
    }),
    { numRuns: 300 },
  )
})

it('foreign text is never parsed as a code (41)', async () => {
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

it('only keys of the ticket are accepted (41)', async () => {
  expect(await proofOf(await sign({ keyId: 'another' }))).toBe('forged')
})

it('ticket hash does not reveal the id', async () => {
  const hash = await ticketHash(CLAIMS.issuedId)
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  expect(await ticketHash(CLAIMS.issuedId)).toBe(hash)
  expect(await ticketHash('another')).not.toBe(hash)
})
