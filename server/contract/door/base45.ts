/** RFC 9285: two bytes become three characters, which a QR code stores in 16.5 bits. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const VALUES = new Map([...ALPHABET].map((char, value) => [char, value]))

export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const [first = 0, second] = bytes.subarray(at, at + 2)
    const isPair = second !== undefined
    let rest = isPair ? first * 256 + second : first
    for (let digit = 0; digit < (isPair ? 3 : 2); digit++) {
      text += ALPHABET[rest % 45]
      rest = Math.floor(rest / 45)
    }
  }
  return text
}

/** Null for invalid input: foreign characters, a stray last one, values that overflow. */
export function fromBase45(text: string): Uint8Array | null {
  if (text.length % 3 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 2) / 3))
  let end = 0
  for (let at = 0; at < text.length; at += 3) {
    const [low, middle, high] = [at, at + 1, at + 2].map((index) =>
      index < text.length ? VALUES.get(text.charAt(index)) : 0,
    )
    if (low === undefined || middle === undefined || high === undefined) return null
    const value = low + middle * 45 + high * 45 * 45
    const isPair = text.length - at > 2
    if (value > (isPair ? 0xffff : 0xff)) return null
    if (isPair) bytes[end++] = value >> 8
    bytes[end++] = value & 0xff
  }
  return bytes
}
