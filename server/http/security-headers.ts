import type { MiddlewareHandler } from 'hono'

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  // A width or a room's tint set on an element; a sheet of styles must be ours.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
].join('; ')

const HEADERS: Record<string, string> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(self)',
}

export const headersOf = (siteUrl: string): Record<string, string> =>
  siteUrl.startsWith('https:')
    ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : HEADERS

export function securityHeaders(siteUrl: string): MiddlewareHandler {
  const headers = headersOf(siteUrl)
  return async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    await next()
  }
}
