import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './passkeys.schema.ts'

export type Passkey = z.output<typeof schema.Passkey>

/** Logins by finger, face or the lock of a phone (WebAuthn); what a browser hands over is JSON as its own methods make it. */
export const passkeys = endpoints<typeof schema.shapes>()({
  listPasskeys: { method: 'GET', path: '/me/passkey', auth: 'viewer' },
  /** What a browser makes a passkey with, once the password was given. */
  startPasskey: { method: 'POST', path: '/me/passkey/options', auth: 'viewer', secret: true },
  addPasskey: { method: 'POST', path: '/me/passkey', auth: 'viewer', status: 201, secret: true },
  removePasskey: { method: 'DELETE', path: '/me/passkey/:id', auth: 'viewer', status: 204 },
  /** The same for everybody: whose passkey it is, the browser knows. */
  startPasskeyLogin: { method: 'POST', path: '/auth/passkey/options', auth: 'none', secret: true },
  passkeyLogin: { method: 'POST', path: '/auth/passkey', auth: 'none', secret: true },
})
