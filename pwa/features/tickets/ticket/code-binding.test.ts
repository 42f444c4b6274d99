// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLOCK_MARGIN_S,
  credentialOf,
  encodeClaims,
  readCode,
  STEP_S,
} from '#contract/door/code.ts'
import { thumbprintOf } from '#contract/door/thumbprint.ts'
import { verifyCode } from '#contract/door/verify.ts'
import type { DeviceKey } from '#pwa/lib/device.ts'
import { bindingOf, codeIn, stepOf } from './code-binding.ts'

async function makePhone(): Promise<DeviceKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
  ])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const hash = { name: 'ECDSA', hash: 'SHA-256' }
  return {
    publicKey,
    thumbprint: await thumbprintOf(publicKey),
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign(hash, pair.privateKey, bytes)),
  }
}

/** A signing key of the server, and a ticket bound to `phone`, or to none. */
async function issue(phone: DeviceKey | null) {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey('Ed25519', false, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const payload = encodeClaims({
    keyId: 'k',
    issuedId: 'i',
    ticketId: 't',
    number: 'A 042',
    from: 0,
    until: 2_000_000_000,
    generation: 1,
    thumbprint: phone?.thumbprint ?? null,
    paperName: null,
  }) as Uint8Array<ArrayBuffer>
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, payload))
  return { credential: credentialOf(payload, signature), keys: new Map([['k', publicKey]]) }
}

describe('rotating code of a ticket', () => {
  const now = Date.parse('2026-11-28T09:40:10.000Z')

  it('is valid at the gate now; a picture of it is invalid after two minutes', async () => {
    const phone = await makePhone()
    const { credential, keys } = await issue(phone)
    const { step, left } = stepOf(now)
    const shown = readCode(await codeIn(credential, step, phone))!
    const at = (ms: number) => verifyCode(shown, keys, ms)
    expect(await at(now)).toBe('moving')
    const last = now + left * 1000 + CLOCK_MARGIN_S * 1000
    expect(await at(last)).toBe('moving')
    expect(await at(last + 1)).toBe('stale')
    expect(last + 1 - now).toBeLessThanOrEqual((STEP_S + CLOCK_MARGIN_S) * 1000 + 1)
  })

  it('distinguishes its own phone, another one, and an unbound ticket', async () => {
    const [phone, other] = [await makePhone(), await makePhone()]
    const { credential } = await issue(phone)
    expect(bindingOf(credential, phone)).toBe('here')
    expect(bindingOf(credential, other)).toBe('elsewhere')
    expect(bindingOf(credential, null)).toBe('elsewhere')
    expect(bindingOf((await issue(null)).credential, phone)).toBe('none')
    expect(bindingOf('', phone)).toBe('none')
  })

  it('counts down from 30 to 1, and never reaches 0', () => {
    expect(stepOf(30_000)).toEqual({ step: 1, left: 30 })
    expect(stepOf(59_999)).toEqual({ step: 1, left: 1 })
    fc.assert(
      fc.property(fc.nat(4_000_000_000_000), (ms) => {
        const { step, left } = stepOf(ms)
        expect(left).toBeGreaterThanOrEqual(1)
        expect(left).toBeLessThanOrEqual(STEP_S)
        expect((step + 1) * STEP_S * 1000 - ms).toBeLessThanOrEqual(left * 1000)
      }),
    )
  })
})
