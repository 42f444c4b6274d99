/** All our addresses are made from it, and browsers compare theirs with it. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url?.href.replace(/\/+$/, '') === url?.origin
}

/** Where encoders may be told to push to; `live` is what the ingest process answers to, also behind a tunnel. */
export function isRtmpAddress(text: string): boolean {
  return URL.canParse(text) && /^rtmps?:\/\/[^/?#@]+\/live$/.test(text)
}

/** Nobody but this machine reaches it. */
export function isLoopback(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {}
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
