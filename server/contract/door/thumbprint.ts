export const THUMBPRINT_BYTES = 16

/** Thumbprint of a device's raw public key. */
export async function thumbprintOf(publicKey: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const hash = await crypto.subtle.digest('SHA-256', publicKey)
  return new Uint8Array(hash).slice(0, THUMBPRINT_BYTES)
}
