import { useEffect, useState } from 'react'
import { push } from '#contract/push/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import type { PushHere } from './usePush.ts'

/** The interval and duration of polling for the test notification's receipt. */
const ASK_MS = 1_500
const TIMEOUT_MS = 30_000

export type TestStep =
  | { at: 'idle' }
  | { at: 'waiting'; before: string | null }
  | { at: 'arrived' }
  | { at: 'silent' }
  | { at: 'failed'; why: string }

/** Sends a test notification to this device, and waits for its service worker to confirm the receipt. */
export function usePushTest({ here, devices }: PushHere) {
  const [step, setStep] = useState<TestStep>({ at: 'idle' })
  const send = useSend(push.testToken)
  const confirmed = here?.confirmed_at ?? null
  const waiting = step.at === 'waiting'
  const arrived = waiting && confirmed !== step.before
  const { refetch } = devices

  useEffect(() => {
    if (!waiting) return
    const asking = setInterval(() => void refetch(), ASK_MS)
    const tooLong = setTimeout(() => setStep({ at: 'silent' }), TIMEOUT_MS)
    return () => {
      clearInterval(asking)
      clearTimeout(tooLong)
    }
  }, [waiting, refetch])
  useEffect(() => {
    if (arrived) setStep({ at: 'arrived' })
  }, [arrived])

  return {
    step,
    start() {
      setStep({ at: 'waiting', before: confirmed })
      send.mutate({}, { onError: ({ message }) => setStep({ at: 'failed', why: message }) })
    },
  }
}
