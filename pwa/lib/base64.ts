/** base64url, the encoding of keys and signatures in the API. */
export const toBase64 = (bytes: ArrayBuffer): string =>
  new Uint8Array(bytes).toBase64?.({ alphabet: 'base64url', omitPadding: true }) ??
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )
