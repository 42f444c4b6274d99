const RATE = 16_000
const SECONDS = 8
/** A pentatonic phrase in hertz, one note per half second. */
const PHRASE = [
  523.25, 659.25, 783.99, 880, 783.99, 659.25, 587.33, 523.25, 440, 523.25, 587.33, 659.25, 523.25,
]

/** A short generated sound as WAV: 16 bits, one channel. */
export function chime(): Uint8Array {
  const samples = RATE * SECONDS
  const bytes = Buffer.alloc(44 + samples * 2)
  header(bytes, samples * 2)
  for (let n = 0; n < samples; n++)
    bytes.writeInt16LE(Math.round(loudness(n / RATE) * 9_000), 44 + n * 2)
  return bytes
}

/** Each note starts at once and decays, with its octave as a bell-like overtone. */
function loudness(second: number): number {
  return PHRASE.reduce((sum, pitch, n) => {
    const since = second - n / 2
    if (since < 0) return sum
    const turn = 2 * Math.PI * pitch * since
    return sum + (Math.sin(turn) + Math.sin(turn * 2) / 3) * Math.exp(-since * 3)
  }, 0)
}

function header(bytes: Buffer, size: number) {
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + size, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(size, 40)
}
