import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { correction, generate, mode } from 'lean-qr'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { READER_OPTIONS } from '../../pwa/features/door/scan/reader-options.ts'
import {
  type Claims,
  motionBytes,
  readCode,
  stepAt,
  withMotion,
} from '../../server/contract/door/code.ts'
import { thumbprintOf } from '../../server/contract/door/thumbprint.ts'
import { type EntryPlan, evaluateScan } from '../../server/contract/door/verdict.ts'
import { importKey, type Keys, verifyCode } from '../../server/contract/door/verify.ts'
import { rawPublic, signCode } from '../../server/features/tickets/issuing/signing-keys.ts'
import { figure, type Row, report, type Section } from './report.ts'

const CODES = 2_000
const HOSTILE = 100_000
const FRAMES = 200
/** The frame size for scanning on a phone; a phone is four times slower than this machine. */
const FRAME = { width: 640, height: 480 }
const SLOWER = 4
const FRAME_MS = 12
/** Device pixels per module of a ticket before the camera. */
const MODULE = 6
const NOISE = 24
const WARM = 20
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
  paperName: null,
})

/** From a decoded QR code to the scan result: rotating, static and invalid codes. */
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
  // Each position of the codes in turn; half of them are signed by a phone.
  const turned = Array.from({ length: HOSTILE }, (_, n) => {
    const of = n % 2 === 0 ? still : moving
    const code = of[Math.floor(n / 2) % CODES]!
    const at = Math.floor(n / 2 / CODES + n * 7) % code.length
    return `${code.slice(0, at)}${code[at] === '%' ? '$' : '%'}${code.slice(at + 1)}`
  })
  return {
    title: `Scan of one code with a list of ${TICKETS.toLocaleString('en')} tickets`,
    rows: [
      await rowOf('a code that moves', moving, keys),
      await rowOf('a code that stands still', still, keys),
      await rowOf(
        `${HOSTILE.toLocaleString('en')} hostile codes, half of them bound`,
        turned,
        keys,
      ),
      await rowOfFrames(moving),
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

const plan: EntryPlan = {
  ticket_id: 'night',
  from: new Date(NOW - HOUR_S * 1000).toISOString(),
  until: new Date(NOW + HOUR_S * 1000).toISOString(),
  reentry: false,
  gates: [{ id: 'a', name: 'A入口', ranges: [[0, TICKETS]] }],
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
    evaluateScan(scanned, { plan, gateId: 'a', log: [], nowMs: NOW })
    times.push(performance.now() - begun)
  }
  const total = times.reduce((sum, ms) => sum + ms, 0)
  return {
    what,
    figures: {
      'codes/s': figure([(codes.length / total) * 1000]),
      ms: figure(times),
    },
    target: { says: `none over ${SLOWEST_MS} ms`, held: figure(times).max <= SLOWEST_MS },
  }
}

/** The WebAssembly reader with a code before the camera, with noise. */
async function rowOfFrames(codes: string[]): Promise<Row> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const times: number[] = []
  for (let n = -WARM; n < FRAMES; n++) {
    const text = codes[Math.abs(n)]!
    const frame = frameOf(text) as ImageData
    const begun = performance.now()
    const [found] = await readBarcodes(frame, READER_OPTIONS)
    const took = performance.now() - begun
    if (found?.text !== text) throw new Error('the code in a frame was not decoded')
    if (n >= 0) times.push(took)
  }
  const slowed = times.map((ms) => ms * SLOWER)
  const { median } = figure(slowed)
  return {
    what: `a frame of ${FRAME.width}x${FRAME.height} with a code in it, by zxing-wasm`,
    figures: {
      'frames/s': figure([(FRAMES / times.reduce((sum, ms) => sum + ms, 0)) * 1000]),
      ms: figure(times),
      [`ms, ${SLOWER} times slower`]: figure(slowed),
    },
    target: { says: `${FRAME_MS} ms, ${SLOWER} times slower`, held: median <= FRAME_MS },
  }
}

/** A gray frame with a centered code and deterministic noise. */
function frameOf(text: string) {
  const { width, height } = FRAME
  const code = generate(text, {
    modes: [mode.alphaNumeric, mode.ascii],
    minCorrectionLevel: correction.L,
  })
  const quiet = 4
  const side = (code.size + 2 * quiet) * MODULE
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)]
  const data = new Uint8ClampedArray(width * height * 4)
  let chance = 1
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648
      const [column, row] = [x - left, y - top]
      const isPaper = column >= 0 && row >= 0 && column < side && row < side
      const module = [column, row].map((at) => Math.floor(at / MODULE) - quiet) as [number, number]
      const light = !isPaper ? 119 : code.get(...module) ? 30 : 225
      const value = light + (chance / 2_147_483_648 - 0.5) * 2 * NOISE
      data.set([value, value, value, 255], (y * width + x) * 4)
    }
  return { width, height, data, colorSpace: 'srgb' as const }
}

if (import.meta.main) await report('door', door)
