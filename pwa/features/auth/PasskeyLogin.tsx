import { useEffect, useRef, useState } from 'react'
import { Refused } from '#contract/caller.ts'
import { RETRY_LATER } from '#contract/messages.ts'
import { passkeys } from '#contract/passkeys.ts'
import { useCall } from '#pwa/lib/api.ts'
import { fillsInPasskeys, knowsPasskeys, signWithPasskey } from '#pwa/lib/passkey.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'

/** The way in by finger, face or screen lock; nothing where the browser knows none. */
export function PasskeyLogin() {
  const { busy, message, login } = usePasskeyLogin()
  // What the server draws knows nothing of the browser: it shows with the first look of the page itself.
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
  /** A browser asks for one passkey at a time. */
  const asking = useRef<AbortController | null>(null)

  async function ask(mediation: CredentialMediationRequirement) {
    asking.current?.abort()
    const mine = new AbortController()
    asking.current = mine
    const options = await call(passkeys.startPasskeyLogin, {}, { signal: mine.signal })
    const credential = await signWithPasskey(options, { signal: mine.signal, mediation })
    if (credential) await session.admit(await call(passkeys.passkeyLogin, { body: { credential } }))
  }
  const tell = (error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    setMessage(error instanceof Error ? wordsOf(error) : RETRY_LATER)
  }
  /** What the browser fills in waits for a tap of the field: until then nobody is told of anything. */
  const offer = async () => {
    if (await fillsInPasskeys()) await ask('conditional')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for as long as the page stands.
  useEffect(() => {
    offer().catch((error: unknown) => {
      if (error instanceof Refused && error.status !== 429) tell(error)
    })
    return () => asking.current?.abort()
  }, [])

  return {
    busy,
    message,
    async login() {
      setBusy(true)
      setMessage(null)
      await ask('optional').catch(tell)
      setBusy(false)
    },
  }
}

/** A browser's own words are English, and for us. */
const wordsOf = (error: Error) => (error instanceof DOMException ? RETRY_LATER : error.message)
