import type { passkeys } from '#contract/passkeys/calls.ts'
import type { Returned, Sent } from '#contract/types.ts'

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
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await navigator.credentials.create({ publicKey }).catch(unlessGivenUp)
  return credential && ((credential as PublicKeyCredential).toJSON() as unknown as MadePasskey)
}

/** Signs in with a passkey; null as above. `signal` aborts the request. */
export async function signWithPasskey(
  options: Request,
  { signal, mediation }: { signal: AbortSignal; mediation: CredentialMediationRequirement },
): Promise<SignedPasskey | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const signed = await navigator.credentials
    .get({ publicKey, signal, mediation })
    .catch(unlessGivenUp)
  return signed && ((signed as PublicKeyCredential).toJSON() as unknown as SignedPasskey)
}

/** The two DOMException names for a refusal, a timeout and an abort. */
function unlessGivenUp(error: unknown): null {
  if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name))
    return null
  throw error
}
