import { useEffect, useRef, useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { passkeys } from '#contract/passkeys/calls.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { fillsInPasskeys, knowsPasskeys, signWithPasskey } from '#pwa/lib/passkey.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'

/** Login with a passkey; nothing in a browser without WebAuthn. */
export function PasskeyLogin() {
  const { busy, message, login } = usePasskeyLogin()
  // Server-rendered HTML cannot depend on the browser's support: shown after hydration.
  const [known, setKnown] = useState(false)
  useEffect(() => setKnown(knowsPasskeys()), [])
  if (!known) return null
  return (
    <>
      <FormProblem>{message}</FormProblem>
      <Button wide variant="secondary" icon="lock" busy={busy} onClick={() => void login()}>
        パスキーでログイン
      </Button>
    </>
  )
}

function usePasskeyLogin() {
  const call = useCall()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  /** The running request: a browser allows one passkey request at a time. */
  const asking = useRef<AbortController | null>(null)

  async function ask(mediation: CredentialMediationRequirement) {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    const options = await call(passkeys.startPasskeyLogin, {}, { signal: controller.signal })
    const credential = await signWithPasskey(options, { signal: controller.signal, mediation })
    if (credential) await session.admit(await call(passkeys.passkeyLogin, { body: { credential } }))
  }
  const report = (error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    setMessage(error instanceof Error ? wordsOf(error) : RETRY_LATER)
  }
  /** Conditional UI (autofill): the browser prompts only after a tap on the field. */
  const offer = async () => {
    if (await fillsInPasskeys()) await ask('conditional')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for as long as the page stands.
  useEffect(() => {
    offer().catch((error: unknown) => {
      if (error instanceof RequestError && error.status !== 429) report(error)
    })
    return () => asking.current?.abort()
  }, [])

  return {
    busy,
    message,
    async login() {
      setBusy(true)
      setMessage(null)
      await ask('optional').catch(report)
      setBusy(false)
    },
  }
}

/** A DOMException's message is English and for developers. */
const wordsOf = (error: Error) => (error instanceof DOMException ? RETRY_LATER : error.message)
