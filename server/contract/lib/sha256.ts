// SHA-256 (FIPS 180-4), synchronous: Web Crypto answers each hash with a promise, and a draw needs tens of thousands.

const isPrime = (n: number) => {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false
  return true
}
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && isPrime(n))
/** The first 32 bits of the fractional part of a root, by integers alone: floor(root(n · 2^(32 · power))) mod 2^32. */
function rootBits(n: number, power: 2 | 3): number {
  const scaled = BigInt(n) << BigInt(32 * power)
  let low = 0n
  let high = 1n << 40n
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** BigInt(power) <= scaled) low = middle
    else high = middle
  }
  return Number(BigInt.asIntN(32, low))
}
const ROUND_CONSTANTS = Int32Array.from(PRIMES.slice(0, 64), (prime) => rootBits(prime, 3))
const INITIAL = PRIMES.slice(0, 8).map((prime) => rootBits(prime, 2))

const BLOCK = 64
const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** The message with its padding: a bit, zeros, and its length in bits. */
function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK
  const message = new Uint8Array(length)
  message.set(bytes)
  message[bytes.length] = 0x80
  const view = new DataView(message.buffer)
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n)
  return view
}

/** Longer than others, as it is one round function. `words`: room for 64. */
function compress(state: Int32Array, words: Int32Array, view: DataView, offset: number): void {
  for (let n = 0; n < 16; n++) words[n] = view.getInt32(offset + n * 4)
  const word = (n: number) => words[n] ?? 0
  for (let n = 16; n < 64; n++) {
    const [early, late] = [word(n - 15), word(n - 2)]
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[n] = word(n - 16) + small0 + word(n - 7) + small1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let n = 0; n < 64; n++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + big1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[n] ?? 0) + word(n)) | 0
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const after = [a, b, c, d, e, f, g, h]
  for (const [n, value] of after.entries()) state[n] = (state[n] ?? 0) + value
}

const encoder = new TextEncoder()

/** SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export function sha256Hex(text: string): string {
  const view = padded(encoder.encode(text))
  const state = Int32Array.from(INITIAL)
  const words = new Int32Array(64)
  for (let offset = 0; offset < view.byteLength; offset += BLOCK)
    compress(state, words, view, offset)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
