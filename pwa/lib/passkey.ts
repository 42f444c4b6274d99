import type { passkeys } from '#contract/passkeys.ts'
import type { Returned, Sent } from '#contract/types.ts'

type Creation = Returned<typeof passkeys.startPasskey>
type Request = Returned<typeof passkeys.startPasskeyLogin>
export type MadePasskey = Sent<typeof passkeys.addPasskey>['body']['credential']
export type SignedPasskey = Sent<typeof passkeys.passkeyLogin>['body']['credential']

/** Whether this browser knows passkeys, and speaks of them in JSON by itself (WebAuthn 3). */
export const knowsPasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** Whether passkeys can be offered among what the browser fills in by itself. */
export const fillsInPasskeys = async () =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** Null where the person changed their mind, or time ran out. */
export async function makePasskey(options: Creation): Promise<MadePasskey | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = await navigator.credentials.create({ publicKey }).catch(unlessGivenUp)
  return made && ((made as PublicKeyCredential).toJSON() as unknown as MadePasskey)
}

/** As above; `signal` ends it. */
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

/** Browsers tell a no, a time that ran out and an end by us in these two words. */
function unlessGivenUp(error: unknown): null {
  if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name))
    return null
  throw error
}
