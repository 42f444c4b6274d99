import type { Returned, Sent } from '#contract/http/types.ts'
import type { passkeys } from '#contract/passkeys/calls.ts'

type Creation = Returned<typeof passkeys.startPasskey>
type Request = Returned<typeof passkeys.startPasskeyLogin>
export type MadePasskey = Sent<typeof passkeys.addPasskey>['body']['credential']
export type SignedPasskey = Sent<typeof passkeys.passkeyLogin>['body']['credential']

/** Whether this browser supports passkeys with JSON conversion (WebAuthn 3). */
export const knowsPasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** Whether the browser can offer passkeys in autofill (conditional UI). */
export const fillsInPasskeys = async () =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** Creates a passkey. Null if the user cancelled or the request timed out. */
export async function makePasskey(options: Creation): Promise<MadePasskey | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = jsonOf(await navigator.credentials.create({ publicKey }).catch(unlessGivenUp))
  // WebAuthn's JSON of a new passkey, of which TypeScript's types lack a part.
  return made as MadePasskey | null
}

/** Signs in with a passkey; null as above. `signal` aborts the request. */
export async function signWithPasskey(
  options: Request,
  { signal, mediation }: { signal: AbortSignal; mediation: CredentialMediationRequirement },
): Promise<SignedPasskey | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const signed = jsonOf(
    await navigator.credentials.get({ publicKey, signal, mediation }).catch(unlessGivenUp),
  )
  // WebAuthn's JSON of a signature.
  return signed as SignedPasskey | null
}

/** Null without a credential. */
const jsonOf = (credential: Credential | null): unknown =>
  credential && isPublicKey(credential) ? credential.toJSON() : null

const isPublicKey = (credential: Credential): credential is PublicKeyCredential =>
  credential.type === 'public-key'

/** The two DOMException names for a refusal, a timeout and an abort. */
function unlessGivenUp(error: unknown): null {
  if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name))
    return null
  throw error
}
