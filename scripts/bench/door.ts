import { generateKeyPairSync } from 'node:crypto'
import {
  type Claims,
  motionBytes,
  readCode,
  stepAt,
  thumbprintOf,
  withMotion,
} from '../../server/contract/door/code.ts'
import { judge, type Plan } from '../../server/contract/door/verdict.ts'
import { importKey, type Keys, verifyCode } from '../../server/contract/door/verify.ts'
import { rawPublic, signCode } from '../../server/features/tickets/issuing/signing.ts'
import { figure, type Row, report, type Section } from './report.ts'

const CODES = 2_000
const TICKETS = 5_000
const SLOWEST_MS = 50
const NOW = Date.now()
const HOUR_S = 3_600
const KEY = 'key-of-the-night'

const claims = (n: number, thumbprint: Uint8Array | null): Claims => ({
  keyId: KEY,
  issuedId: `issued-${n}`,
  ticketId: 'night',
  number: `A ${String(n).padStart(4, '0')}`,
  from: Math.floor(NOW / 1000) - HOUR_S,
  until: Math.floor(NOW / 1000) + HOUR_S,
  generation: 1,
  thumbprint,
})

/** From the letters of a QR code to what the door says: codes that move, that stand still, and that are no good. */
export async function door(): Promise<Section> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keys: Keys = new Map([
    [KEY, await importKey(Buffer.from(rawPublic(publicKey), 'base64url'))],
  ])
  const phone = await makePhone()
  const numbers = Array.from({ length: CODES }, (_, n) => n)
  const still = numbers.map((n) => signCode(privateKey, claims(n, null)))
  const moving: string[] = []
  for (const n of numbers)
    moving.push(await phone.show(signCode(privateKey, claims(n, phone.thumbprint))))
  const turned = still.map(
    (code, n) => `${code.slice(0, n % code.length)}%${code.slice(1 + (n % code.length))}`,
  )
  return {
    title: `The door: one code, beside a list of ${TICKETS.toLocaleString('en')} tickets`,
    rows: [
      await rowOf('a code that moves', moving, keys),
      await rowOf('a code that stands still', still, keys),
      await rowOf('a hostile code', turned, keys),
    ],
  }
}

async function makePhone() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const step = stepAt(NOW)
  return {
    thumbprint: await thumbprintOf(publicKey),
    async show(credential: string) {
      const bytes = Buffer.from(motionBytes(readCode(credential)!, step))
      const hash = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = new Uint8Array(await crypto.subtle.sign(hash, pair.privateKey, bytes))
      return withMotion(credential, { step, publicKey, signature })
    },
  }
}

const plan: Plan = {
  ticket_id: 'night',
  from: new Date(NOW - HOUR_S * 1000).toISOString(),
  until: new Date(NOW + HOUR_S * 1000).toISOString(),
  reentry: false,
  gates: [{ id: 'a', name: 'A入口', spans: [[0, TICKETS]] }],
  tickets: Array.from({ length: TICKETS }, (_, n) => ({
    hash: `issued-${n}`,
    number: `A ${n}`,
    status: 'valid',
    generation: 1,
    used_at: null,
    used_gate: null,
  })),
}

async function rowOf(what: string, codes: string[], keys: Keys): Promise<Row> {
  const times: number[] = []
  for (const text of codes) {
    const begun = performance.now()
    const code = readCode(text)
    const scanned = code && {
      code,
      proof: await verifyCode(code, keys, NOW),
      hash: code.claims.issuedId,
    }
    judge(scanned, { plan, gateId: 'a', log: [], nowMs: NOW })
    times.push(performance.now() - begun)
  }
  const slowest = Math.max(...times)
  const total = times.reduce((sum, ms) => sum + ms, 0)
  return {
    what,
    figures: {
      'codes/s': figure([(codes.length / total) * 1000]),
      ms: figure(times),
    },
    target: { says: `none over ${SLOWEST_MS} ms`, held: slowest <= SLOWEST_MS },
  }
}

if (import.meta.main) await report('door', door)
