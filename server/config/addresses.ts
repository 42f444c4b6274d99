/** Whether it is an origin: addresses are built from it, and browsers compare it with theirs. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url?.href.replace(/\/+$/, '') === url?.origin
}

/** RTMP address for encoders; the ingest process answers to the app name `live`, also behind a tunnel. */
export function isRtmpAddress(text: string): boolean {
  return URL.canParse(text) && /^rtmps?:\/\/[^/?#@]+\/live$/.test(text)
}

/** Whether only this machine can reach it. */
export function isLoopback(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {}
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
