import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Passkey = z.output<typeof schema.Passkey>

/** Passkeys (WebAuthn), in the JSON format of the browser's own methods. */
export const passkeys = endpoints<typeof schema.shapes>()({
  listPasskeys: { method: 'GET', path: '/me/passkey', auth: 'viewer' },
  /** Options for creating a passkey; requires the password. */
  startPasskey: { method: 'POST', path: '/me/passkey/options', auth: 'viewer', secret: true },
  addPasskey: { method: 'POST', path: '/me/passkey', auth: 'viewer', status: 201, secret: true },
  /** Requires the password. */
  removePasskey: {
    method: 'DELETE',
    path: '/me/passkey/:id',
    auth: 'viewer',
    status: 204,
    secret: true,
  },
  /** The same options for everybody: the browser selects the passkey. */
  startPasskeyLogin: { method: 'POST', path: '/auth/passkey/options', auth: 'none', secret: true },
  /** The same for somebody who is logged in, and proves again who they are. */
  startPasskeyProof: { method: 'POST', path: '/me/passkey/proof', auth: 'viewer', secret: true },
  passkeyLogin: { method: 'POST', path: '/auth/passkey', auth: 'none', secret: true },
})
