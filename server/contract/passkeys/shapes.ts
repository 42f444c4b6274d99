import * as z from 'zod'
import { PASSWORD_MAX } from '../auth/limits.ts'
import { AccessToken } from '../auth/shapes.ts'
import { line } from '../shared/form.schema.ts'
import { fieldName, tooLong } from '../shared/messages.ts'
import { ById, Instant } from '../shared/shared.schema.ts'
import { PASSKEY_NAME_MAX } from './limits.ts'

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})

/** Bytes in base64url, with a limit above any key or signature. */
const Bytes = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/)
const CredentialId = Bytes.max(1_400)
const Key = z.object({ type: z.literal('public-key'), id: CredentialId })
const Seen = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}
const Made = z.object({
  ...Seen,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export const Signed = z.object({
  ...Seen,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.nullish(),
  }),
})
export type Made = z.output<typeof Made>
export type Signed = z.output<typeof Signed>

/** The parts of WebAuthn 3's `PublicKeyCredentialCreationOptionsJSON` that we use. */
const Creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Key),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
/** `PublicKeyCredentialRequestOptionsJSON`. */
const Request = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type Creation = z.output<typeof Creation>

const Proof = z.object({ password: z.string().min(1).max(PASSWORD_MAX) })

export const shapes = {
  listPasskeys: { output: z.array(Passkey) },
  startPasskey: { body: Proof, output: Creation },
  addPasskey: {
    body: z.object({
      credential: Made,
      /** Default: the device's name. */
      name: line
        .pipe(
          z.string().max(PASSKEY_NAME_MAX, { error: tooLong(fieldName('name'), PASSKEY_NAME_MAX) }),
        )
        .optional(),
    }),
    output: Passkey,
  },
  removePasskey: {
    params: ById,
    /** The last release sends no password: the answer names the field. */
    body: Proof.extend({ password: z.string().max(PASSWORD_MAX).default('') }),
  },
  startPasskeyLogin: { output: Request },
  startPasskeyProof: { output: Request },
  passkeyLogin: { body: z.object({ credential: Signed }), output: AccessToken },
}
